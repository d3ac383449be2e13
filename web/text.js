// The text of a page, laid over it: it can't be seen, and can be selected and copied. Places are in points of the page.

const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "100px sans-serif";
ruler.textRendering = "geometricPrecision";

const words = new Intl.Segmenter(undefined, { granularity: "word" });

// Of the higher of two runs: nearer are the middles of runs that stand in one row.
const sameRow = 0.5;
// Of the height of a run: farther below it another block begins.
const blockGap = 1.2;

export class TextLayer {
    constructor(element) {
        this.element = element;
        this.runs = [];
        this.blocks = [];
    }

    // Lays out the runs of a page that measures so many points.
    set({ width, height, runs }) {
        this.size = { width, height };
        this.runs = runs.filter(({ text }) => text.trim()).map((run, number) => new Run(run, number));
        this.part();
        this.element.replaceChildren(...this.runs.map((run) => run.element(this.size)));
    }

    // Letters are as high as their line on the screen.
    fit(width) {
        if (this.size) this.element.style.setProperty("--point", `${width / this.size.width}px`);
    }

    // Cuts rows that overlap where they do, and puts rows that follow each other into blocks.
    part() {
        this.blocks = [];
        let last = null;
        for (const run of this.runs) {
            const isInRow = last && run.isInRowOf(last);
            const isTurned = last && run.turn !== last.turn;
            if (last && !isTurned && !isInRow && run.across(last) > 0 && last.seen[1] < run.seen[1] && run.seen[1] < last.seen[3]) {
                const middle = (last.seen[3] + run.seen[1]) / 2;
                for (let at = run.number - 1; this.runs[at]?.isInRowOf(last); at -= 1) this.runs[at].bottom = Math.min(this.runs[at].bottom, middle);
                run.top = middle;
            }
            const gap = last ? run.seen[1] - last.seen[3] : 0;
            const isBelow = last && !isTurned && gap > -last.height && gap < blockGap * Math.min(last.height, run.height) && run.across(last) > 0;
            if (isInRow || isBelow) this.blocks.at(-1).add(run);
            else this.blocks.push(new Block(run));
            last = run;
        }
    }

    // The block that is nearest to a point, and how far away that is; null: the page has no text.
    blockAt(x, y) {
        let nearest = null;
        for (const block of this.blocks) {
            const distance = block.distance(x, y);
            if (!nearest || distance < nearest.distance) nearest = { block, distance };
        }
        return nearest;
    }

    // The position between two characters that is nearest to a point; null: the page has no text.
    positionAt(x, y) {
        const nearest = this.blockAt(x, y);
        if (!nearest) return null;
        const run = nearest.block.runAt(x, y);
        return { run: run.number, index: run.indexAt(x, y) };
    }

    // From where to where the word goes that is there.
    wordAt(x, y) {
        const run = this.blockAt(x, y).block.runAt(x, y);
        const place = run.characterAt(x, y);
        const word = words.segment(run.text).containing(Math.min(place, run.text.length - 1));
        return [{ run: run.number, index: word.index }, { run: run.number, index: word.index + word.segment.length }];
    }

    // From where to where the line goes that is there.
    lineAt(x, y) {
        let { number: start } = this.blockAt(x, y).block.runAt(x, y);
        let end = start;
        while (start > 0 && !this.runs[start - 1].endsLine) start -= 1;
        while (end < this.runs.length - 1 && !this.runs[end].endsLine) end += 1;
        return [{ run: start, index: 0 }, { run: end, index: this.runs[end].text.length }];
    }

    // Where in the document a position is: a node and an offset in it.
    boundary({ run, index }) {
        return this.runs[run].boundary(index);
    }

    // The words that stand in a part of the page.
    wordsIn({ left, top, width, height }) {
        const [x0, y0] = [left * this.size.width, top * this.size.height];
        const [x1, y1] = [x0 + width * this.size.width, y0 + height * this.size.height];
        return this.runs.flatMap((run) => run.words.filter((word) => {
            const [x, y] = run.centerOf(word);
            return x > x0 && x < x1 && y >= y0 && y <= y1;
        }).map(({ text }) => text.trim())).join(" ");
    }
}

// Rows of text that follow each other, one below the other.
class Block {
    constructor(run) {
        this.runs = [];
        this.box = [...run.box];
        this.add(run);
    }

    add(run) {
        this.runs.push(run);
        const { box } = this;
        this.box = [Math.min(box[0], run.box[0]), Math.min(box[1], run.box[1]), Math.max(box[2], run.box[2]), Math.max(box[3], run.box[3])];
    }

    distance(x, y) {
        const [x0, y0, x1, y1] = this.box;
        return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
    }

    // The run of the row that is there, or nearest, that is nearest in that row.
    runAt(x, y) {
        const away = (run) => {
            const [along, across] = run.turned(x, y);
            return [Math.max(run.top - across, 0, across - run.bottom), Math.max(run.seen[0] - along, 0, along - run.seen[2]), Math.abs(run.middle - across)];
        };
        return this.runs.map((run) => ({ run, away: away(run) }))
            .reduce((best, one) => (compare(one.away, best.away) < 0 ? one : best)).run;
    }
}

function compare(one, other) {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : one[at] - other[at];
}

class Run {
    constructor({ text, box, carets }, number) {
        this.number = number;
        this.endsLine = text.endsWith("\n");
        this.text = text.replace(/\n$/, "");
        this.box = box;
        // By code unit, as the browser counts: that within a character is where it begins.
        this.carets = [...this.text].flatMap((character, index) => Array(character.length).fill(carets[index]));
        this.carets.push(carets.at(-1));
        this.isForward = carets.at(-1) >= carets[0];
        const length = Math.abs(carets.at(-1) - carets[0]);
        this.isUpright = Math.abs(length - (box[2] - box[0])) <= Math.abs(length - (box[3] - box[1]));
        // By how many quarters the page would have to be turned for the line to be written from left to right, or right to left: 1 where it is written down.
        this.turn = this.isUpright ? 0 : this.isForward ? 1 : -1;
        // Its box on a page that is turned so.
        const [start, end] = [this.turned(box[0], box[1]), this.turned(box[2], box[3])];
        this.seen = [0, 1].map((side) => Math.min(start[side], end[side])).concat([0, 1].map((side) => Math.max(start[side], end[side])));
        // Without what overlaps the rows above and below.
        [, this.top, , this.bottom] = this.seen;
        this.words = [...this.text.matchAll(/\S+\s*|^\s+/g)].map(({ 0: text, index }) => ({ text, start: index }));
    }

    // A point of the page on the page that is turned as the line wants it: how far along the line, and how far across.
    turned(x, y) {
        return this.turn === 0 ? [x, y] : [this.turn * y, -this.turn * x];
    }

    get height() {
        return this.seen[3] - this.seen[1];
    }

    get middle() {
        return (this.seen[1] + this.seen[3]) / 2;
    }

    isInRowOf(other) {
        return this.turn === other.turn && Math.abs(this.middle - other.middle) < sameRow * Math.max(this.height, other.height);
    }

    // How much of the width it shares with another one.
    across(other) {
        return Math.min(this.seen[2], other.seen[2]) - Math.max(this.seen[0], other.seen[0]);
    }

    // Where the middle of a word is on the page.
    centerOf({ start, text }) {
        const [x0, y0, x1, y1] = this.box;
        const along = (this.caret(start) + this.caret(start + text.trimEnd().length)) / 2;
        return this.isUpright ? [x0 + along, (y0 + y1) / 2] : [(x0 + x1) / 2, y0 + along];
    }

    caret(index) {
        return this.carets[index];
    }

    // How far along it a point is.
    along(x, y) {
        return this.isUpright ? x - this.box[0] : y - this.box[1];
    }

    indexAt(x, y) {
        const place = this.along(x, y);
        let nearest = 0;
        for (let index = 1; index < this.carets.length; index += 1) {
            if (Math.abs(this.carets[index] - place) < Math.abs(this.carets[nearest] - place)) nearest = index;
        }
        return nearest;
    }

    // The character that is there.
    characterAt(x, y) {
        const place = this.along(x, y);
        const next = this.carets.findIndex((caret) => (this.isForward ? caret > place : caret < place));
        return next < 0 ? this.text.length : Math.max(next - 1, 0);
    }

    // A line whose words are as wide as on the page.
    element({ width, height }) {
        const [x0, , x1, y1] = this.box;
        const line = document.createElement("span");
        const high = this.bottom - this.top;
        line.style.setProperty("--height", high);
        line.dir = this.isForward || !this.isUpright ? "ltr" : "rtl";
        const [left, top, turn] = this.isUpright
            ? [this.isForward ? x0 : null, this.top, ""]
            : this.isForward ? [x1, this.box[1], "rotate(90deg)"] : [x0, y1, "rotate(-90deg)"];
        if (left === null) Object.assign(line.style, { right: `${100 - (100 * x1) / width}%`, top: `${(100 * top) / height}%` });
        else Object.assign(line.style, { left: `${(100 * left) / width}%`, top: `${(100 * top) / height}%`, transform: turn });
        line.append(...this.words.map((word) => this.word(word, high)));
        if (this.endsLine) line.append("\n");
        return line;
    }

    word(word, high) {
        const span = document.createElement("span");
        span.textContent = word.text;
        const wide = Math.abs(this.caret(word.start + word.text.length) - this.caret(word.start));
        const natural = (ruler.measureText(word.text).width / 100) * high;
        span.style.letterSpacing = `${(wide - natural) / high / word.text.length}em`;
        word.node = span.firstChild;
        return span;
    }

    boundary(index) {
        const word = this.words.findLast(({ start }) => start <= index);
        return [word.node, Math.min(index - word.start, word.text.length)];
    }
}
