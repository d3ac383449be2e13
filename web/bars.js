// The bars above and below the pages, which go away while one reads; and the full screen.

const element = (id) => document.getElementById(id);

// Milliseconds without a move of the mouse, after which bars go.
const rest = 2500;
// Pixels: a mouse that moves less has been pushed, or the page below it has.
const pushed = 4;

export class Bars {
    // `mayGo` says whether nothing needs the bars.
    constructor(mayGo) {
        this.mayGo = mayGo;
        this.last = null;
        addEventListener("pointermove", (event) => this.move(event), { passive: true });
        document.addEventListener("pointerleave", () => this.goLater());
        for (const bar of [element("bar"), document.querySelector("footer")]) {
            bar.addEventListener("pointerenter", () => (this.isUnder = true));
            bar.addEventListener("pointerleave", () => (this.isUnder = false));
            bar.addEventListener("focusin", () => this.come());
        }
        const full = element("full-button");
        full.hidden = !document.fullscreenEnabled;
        document.addEventListener("fullscreenchange", () => full.setAttribute("aria-pressed", document.fullscreenElement !== null));
    }

    get areThere() {
        return !document.body.classList.contains("quiet");
    }

    // A finger's and a pressed mouse's moves do something with the pages.
    move({ pointerType, buttons, clientX: x, clientY: y }) {
        const isFar = !this.last || Math.hypot(x - this.last.x, y - this.last.y) > pushed;
        if (pointerType !== "mouse" || buttons !== 0 || !isFar) return;
        const isFirst = this.last === null;
        this.last = { x, y };
        if (!isFirst) this.come();
    }

    come() {
        document.body.classList.remove("quiet");
        this.goLater();
    }

    goLater() {
        clearTimeout(this.going);
        this.going = setTimeout(() => this.go(), rest);
    }

    // Goes, where nothing needs them; else it is looked again.
    go() {
        clearTimeout(this.going);
        const isUsed = this.isUnder || document.querySelector(":is(#bar, footer) :focus-visible");
        if (isUsed || !this.mayGo()) return this.goLater();
        document.body.classList.add("quiet");
        return undefined;
    }

    switch() {
        if (!this.areThere) return this.come();
        clearTimeout(this.going);
        document.body.classList.add("quiet");
        return undefined;
    }

    // Browsers refuse it where no person has asked for it.
    async switchFull() {
        if (document.fullscreenElement) await document.exitFullscreen();
        else await document.documentElement.requestFullscreen().catch(() => {});
    }
}
