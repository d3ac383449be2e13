// How pages look: their paper, their margins, and the size of text where a document flows. A browser remembers it for all documents, and the
// server has it in the names of documents.

export const papers = ["day", "sepia", "night", "inverted"];

// In points, beside the document's own.
const sizes = [8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32];
// What is next to a document's own size.
const plainSize = 11;

export class Looks {
    constructor(paper = "day", isTrimmed = false, size = null) {
        Object.assign(this, { paper, isTrimmed, size });
    }

    // What `text` has said once.
    static from(text) {
        const words = (text ?? "").split(".");
        const size = Number(words.find((word) => /^f\d+$/.test(word))?.slice(1));
        return new Looks(papers.find((paper) => words.includes(paper)), words.includes("trim"), sizes.includes(size) ? size : null);
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
        const { paper, isTrimmed, size } = { ...this, ...changes };
        return new Looks(paper, isTrimmed, size);
    }

    // With larger text, or smaller.
    grown(isLarger) {
        const from = this.size ?? plainSize;
        const size = isLarger ? sizes.find((one) => one > from) : sizes.findLast((one) => one < from);
        return this.with({ size: size ?? this.size });
    }

    get isDark() {
        return this.paper === "night" || this.paper === "inverted";
    }
}
