// The window in which a document is read: text that flows may have pages as large as that.
import { Looks } from "./looks.js";

// Milliseconds until a window that is pulled larger counts as being as large as it is.
const pause = 300;

// How much of the window a page has: half of it where two are side by side. `kind`: one of spreadKinds, or null: as the window is.
function measure(kind) {
    const isPair = kind ? kind !== "single" : innerWidth > innerHeight * 1.2;
    Looks.measure(isPair ? innerWidth / 2 : innerWidth, innerHeight);
}

// Measures it, and once more, and calls `changed`, when it has another size, or what is returned is called. `kind()` is how pages stand.
export function watchWindow(kind, changed) {
    let pausing;
    measure(kind());
    const again = () => {
        clearTimeout(pausing);
        pausing = setTimeout(() => {
            measure(kind());
            changed();
        }, pause);
    };
    addEventListener("resize", again);
    return again;
}
