// How pages look: their paper, their margins, and the size of text where a document flows. A browser remembers it for all documents and for the
// library's page, and the server has it in the names of documents. read.html and library.html load this before anything is painted.

const isDarkSystem = matchMedia("(prefers-color-scheme: dark)");

export const papers = ["day", "sepia", "night", "inverted"];

// In points, beside the document's own.
const sizes = [8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32];
// What is next to a document's own size.
const plainSize = 11;

// On such a screen text that flows has pages as large as that, where nobody says otherwise.
const isSmall = matchMedia("(max-width: 600px), (max-height: 500px)");
// Pages that are as large as the window have sides in such steps, in pixels of CSS, so that few changes of it lay a text out anew.
const step = 16;
const [leastSteps, mostSteps] = [6, 600];

export class Looks {
    // Pages as large as the window, as names have them: how many steps wide and high; empty: nobody has measured it.
    static window = "";

    // `width` and `height`: of the window that one page has.
    static measure(width, height) {
        const steps = [width, height].map((side) => Math.max(leastSteps, Math.min(mostSteps, Math.floor(side / step))));
        this.window = `w${steps.join("x")}`;
    }

    // `chosen`: one of papers; null: day or night, as the system has it. `isFitted`: whether text that flows has pages as large as the window; null:
    // on a small screen.
    constructor(chosen = null, isTrimmed = false, size = null, isFitted = null) {
        Object.assign(this, { chosen, isTrimmed, size, isFitted });
    }

    // What `text` or `kept` has said once.
    static from(text) {
        const words = (text ?? "").split(".");
        const size = Number(words.find((word) => /^f\d+$/.test(word))?.slice(1));
        const isFitted = words.includes("window") ? true : words.includes("own") ? false : null;
        return new Looks(papers.find((paper) => words.includes(paper)), words.includes("trim"), sizes.includes(size) ? size : null, isFitted);
    }

    get paper() {
        return this.chosen ?? (isDarkSystem.matches ? "night" : "day");
    }

    // As the browser remembers it.
    get kept() {
        const fit = this.isFitted === null ? "" : this.isFitted ? "window" : "own";
        return [this.chosen, this.isTrimmed ? "trim" : "", this.size ? `f${this.size}` : "", fit].filter(Boolean).join(".");
    }

    // Whether text that flows has pages as large as the window.
    get fits() {
        return this.isFitted ?? isSmall.matches;
    }

    // How text that flows is laid out, as it stands in names.
    get layout() {
        return [this.size ? `f${this.size}` : "", this.fits ? Looks.window : ""].filter(Boolean).join(".");
    }

    // What a document that was called `name` is called in these.
    name(name, flows) {
        return [name, this.paper === "day" ? "" : this.paper, this.isTrimmed ? "trim" : "", flows ? this.layout : ""].filter(Boolean).join(".");
    }

    // How the text of a document of this name is laid out.
    static layoutOf(name) {
        return name.split(".").filter((word) => /^[fw]\d/.test(word)).join(".");
    }

    with(changes) {
        const { chosen, isTrimmed, size, isFitted } = { ...this, ...changes };
        return new Looks(chosen, isTrimmed, size, isFitted);
    }

    // With larger text, or smaller.
    grown(isLarger) {
        const from = this.size ?? plainSize;
        const size = isLarger ? sizes.find((one) => one > from) : sizes.findLast((one) => one < from);
        return this.with({ size: size ?? this.size });
    }

    // On the other kind of paper, by day or by night.
    get switched() {
        return this.with({ chosen: this.isDark ? "day" : "night" });
    }

    get isDark() {
        return this.paper === "night" || this.paper === "inverted";
    }

    // Has the browser's page on this paper.
    show() {
        document.documentElement.dataset.paper = this.paper;
        document.documentElement.classList.toggle("night", this.isDark);
    }

    keep() {
        memory.set("looks", this.kept);
    }

    // As they were kept.
    static get remembered() {
        return Looks.from(memory.get("looks"));
    }

    // Calls something when the system turns dark or light.
    static onSystem(changed) {
        isDarkSystem.addEventListener("change", changed);
    }
}

// What this browser remembers, where it does.
export const memory = {
    get(name) {
        try {
            return localStorage.getItem(`sheaf-${name}`);
        } catch {
            return null;
        }
    },
    set(name, value) {
        try {
            localStorage.setItem(`sheaf-${name}`, value);
        } catch {
            // Next time it is as if nothing had been chosen.
        }
    },
};

Looks.remembered.show();
