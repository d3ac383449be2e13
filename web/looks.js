// How pages look: their paper, their margins, and the size of text where a document flows. A browser remembers it for all documents and for the
// library's page, and the server has it in the names of documents. read.html and library.html load this before anything is painted.

const isDarkSystem = matchMedia("(prefers-color-scheme: dark)");

export const papers = ["day", "sepia", "night", "inverted"];

// In points, beside the document's own.
const sizes = [8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32];
// What is next to a document's own size.
const plainSize = 11;

export class Looks {
    // `chosen`: one of papers; null: day or night, as the system has it.
    constructor(chosen = null, isTrimmed = false, size = null) {
        Object.assign(this, { chosen, isTrimmed, size });
    }

    // What `text` or `kept` has said once.
    static from(text) {
        const words = (text ?? "").split(".");
        const size = Number(words.find((word) => /^f\d+$/.test(word))?.slice(1));
        return new Looks(papers.find((paper) => words.includes(paper)), words.includes("trim"), sizes.includes(size) ? size : null);
    }

    get paper() {
        return this.chosen ?? (isDarkSystem.matches ? "night" : "day");
    }

    // As the browser remembers it.
    get kept() {
        return [this.chosen, this.isTrimmed ? "trim" : "", this.size ? `f${this.size}` : ""].filter(Boolean).join(".");
    }

    // As it stands in names.
    get text() {
        return [this.paper === "day" ? "" : this.paper, this.isTrimmed ? "trim" : "", this.size ? `f${this.size}` : ""].filter(Boolean).join(".");
    }

    // What a document that was called `name` is called in these.
    name(name, flows) {
        const text = (flows ? this : this.with({ size: null })).text;
        return text ? `${name}.${text}` : name;
    }

    with(changes) {
        const { chosen, isTrimmed, size } = { ...this, ...changes };
        return new Looks(chosen, isTrimmed, size);
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
