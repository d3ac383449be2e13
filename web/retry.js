// What does not come is asked for again.

// Milliseconds before that, which doubles.
const [firstPause, longestPause] = [1000, 15_000];

// Does some work until it succeeds, or is not wanted any more; at once where the browser is online again, or the event "again" says so. `failed` is called with each error.
export async function retry(work, isWanted, failed = () => {}) {
    for (let time = firstPause; ; time = Math.min(2 * time, longestPause)) {
        try {
            return await work();
        } catch (error) {
            if (!isWanted()) return undefined;
            failed(error);
        }
        await pause(time);
        if (!isWanted()) return undefined;
    }
}

const events = ["online", "again"];

function pause(time) {
    return new Promise((resolve) => {
        const end = () => {
            clearTimeout(timer);
            for (const event of events) removeEventListener(event, end);
            resolve();
        };
        const timer = setTimeout(end, time);
        for (const event of events) addEventListener(event, end);
    });
}
