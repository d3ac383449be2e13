// The page server's reader of what is read here: it is told what pages are shown in, which one, and where a finger pulls it, and so renders ahead
// what comes next. It is spoken to over a WebSocket (docs/web.md). Where there is none, pages come all the same, only later.
const root = new URL("..", import.meta.url);

// Milliseconds before it is tried again, which doubles.
const [firstPause, longestPause] = [1000, 60_000];
// So it is closed by who made a mistake, which is made again.
const policyViolation = 1008;

export class Session {
    // `events` are told: changed(page) that the document has other pages now, and where it is read, bound(page) that a finger's page goes
    // elsewhere than was believed.
    constructor(events) {
        this.events = events;
        this.pause = firstPause;
        this.calls = 0;
        // What was read last.
        this.last = null;
        this.waiting = new Map();
        // Nobody sees it: another may have the reader meanwhile.
        document.addEventListener("visibilitychange", () => (document.hidden ? this.disconnect() : this.connect()));
    }

    // Reads a document from a page on. `setup`: `{ viewport, arrangement }` of org.sheaf.Reader.
    open(name, page, setup) {
        if (name === this.name && this.socket) {
            this.show(setup);
            return this.turn(page, 0);
        }
        this.disconnect();
        Object.assign(this, { name, page, setup });
        if (!document.hidden) this.connect();
    }

    connect() {
        if (!this.name || this.socket) return;
        const address = new URL(`reader/${this.name}`, root);
        address.protocol = address.protocol.replace("http", "ws");
        const socket = (this.socket = new WebSocket(address));
        socket.onopen = () => this.begin(socket);
        socket.onmessage = ({ data }) => this.socket === socket && this.hear(JSON.parse(data));
        socket.onclose = ({ code }) => this.socket === socket && this.lost(code);
    }

    disconnect() {
        clearTimeout(this.retry);
        const { socket } = this;
        this.forget();
        socket?.close();
    }

    forget() {
        // `isGliding`: a finger has let go of a page that is not at rest yet.
        Object.assign(this, { socket: null, reader: null, isPulled: false, isGliding: false, isAtRest: true, transition: null, isMending: false });
        // What is wanted behind what is being done: the latest of each kind.
        this.next = new Map();
        for (const answered of this.waiting.values()) answered(null);
        this.waiting.clear();
    }

    lost(code) {
        this.forget();
        if (code === policyViolation) return;
        this.retry = setTimeout(() => !document.hidden && this.connect(), this.pause);
        this.pause = Math.min(2 * this.pause, longestPause);
    }

    async begin(socket) {
        const { name, page, setup } = this;
        const opened = await this.call("Open", { ...setup, target: { index: page } });
        if (this.socket !== socket) return;
        // Nobody has told what happened to it meanwhile: it may have fewer pages.
        if (this.last === name) this.events.changed(page);
        if (!opened) return socket.close();
        this.last = name;
        this.pause = firstPause;
        this.reader = opened.state.reader;
        // What has happened meanwhile.
        const wanted = this.setup;
        this.setup = setup;
        this.show(wanted);
        if (this.page !== page) this.turn(this.page, 0);
    }

    hear({ id, parameters, error, watch }) {
        if (watch?.document) this.events.changed(watch.document.location?.index ?? 0);
        if (id === undefined) return;
        const answered = this.waiting.get(id);
        this.waiting.delete(id);
        answered(error ? null : parameters);
        // It did not fit, since its pages are others by now: where they are counts.
        if (error && this.reader && !this.isMending) this.mend();
    }

    async mend() {
        this.isMending = true;
        await this.turn(this.page, 0);
        this.isMending = false;
    }

    send(message) {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    // The answer; null where it is an error, or does not come any more.
    call(method, parameters) {
        return new Promise((resolve) => {
            const id = (this.calls += 1);
            this.waiting.set(id, resolve);
            this.send({ method, id, parameters: this.reader ? { reader: this.reader, ...parameters } : parameters });
        });
    }

    // Does something unless it is being done: then once more behind that, as it is wanted last.
    async latest(kind, work) {
        const { next } = this;
        if (next.has(kind)) return next.set(kind, work);
        for (let wanted = work; wanted; wanted = next.get(kind)) {
            next.set(kind, null);
            await wanted();
        }
        next.delete(kind);
    }

    // Shows pages in another way from now on.
    show(setup) {
        const isOther = JSON.stringify(setup) !== JSON.stringify(this.setup);
        this.setup = setup;
        if (!this.reader || !isOther) return;
        this.latest("setup", () => {
            const { viewport, arrangement } = this.setup;
            return Promise.all([this.call("SetViewport", { viewport }), this.call("SetAxis", { axis: "horizontal", arrangement })]);
        });
    }

    // Turns to a page, in so many milliseconds.
    turn(page, duration) {
        this.page = page;
        if (!this.reader) return undefined;
        Object.assign(this, { isPulled: false, isGliding: false, isAtRest: duration === 0, transition: null });
        return this.latest("turn", async () => {
            // A finger has it by now.
            if (this.isPulled || this.isGliding) return;
            const turn = await this.call("Navigate", { target: { index: this.page }, duration });
            if (duration > 0 && turn && !turn.noop) this.takeStep(turn.transition);
        });
    }

    // A finger has pulled to an offset, in spreads.
    pull(offset) {
        if (!this.reader) return;
        if (!this.isPulled) {
            // It is pulled from there.
            if (this.next.get("turn")) this.call("Navigate", { target: { index: this.page } });
            this.call("BeginDrag", this.isGliding ? { offset } : {});
            Object.assign(this, { isPulled: true, isGliding: false, isAtRest: false, transition: null });
        }
        this.send({ method: "Drag", parameters: { reader: this.reader, offset } });
    }

    // It was lifted, at a velocity in spreads a second, and the page goes to where that leads.
    release(velocity, page) {
        return this.end("ReleaseDrag", { velocity }, page);
    }

    // It was taken back, if there was one.
    cancel(page) {
        return this.isPulled ? this.end("CancelDrag", {}, page) : undefined;
    }

    async end(method, parameters, page) {
        // Its beginning was not told: there was no reader yet.
        if (!this.isPulled) return this.turn(page, 0);
        this.page = page;
        Object.assign(this, { isPulled: false, isGliding: true });
        const ended = await this.call(method, parameters);
        if (!ended) return;
        const { transition, location } = ended;
        this.takeStep(transition);
        if (this.page === page && location && location.index !== page) this.events.bound(location.index);
    }

    takeStep(transition) {
        this.transition = transition;
        if (this.isAtRest && !this.isPulled) this.settle();
    }

    // Pages rest where they were bound for.
    rest() {
        Object.assign(this, { isAtRest: true, isGliding: false });
        if (!this.isPulled && this.transition !== null) this.settle();
    }

    settle() {
        this.call("Settle", { transition: this.transition });
        this.transition = null;
    }
}
