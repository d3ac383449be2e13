// Which pages stand side by side.

// What is beside what: pages alone, the first one alone as a cover is and then two, or two from the first one on.
export const spreadKinds = ["cover", "single", "double"];
// Wide pages stand alone among so many, as the reader of the page server counts them.
const mostCounted = 4096;

// Of a book's pages. A spread is known by its first page.
export class Spreads {
    // `kind`: one of spreadKinds; `isWideAlone`: pages that are wider than high stand alone, and pairs are counted anew behind them.
    constructor(pages, kind, isWideAlone) {
        this.firsts = [];
        // Of each page, which spread it is in.
        this.numbers = [];
        const isAlone = (page) => {
            const { width, height, isAlone: isMarked } = pages[page];
            return kind === "single" || (kind === "cover" && page === 0) || (isWideAlone && page < mostCounted && (isMarked || width > height));
        };
        pages.forEach((_, page) => {
            const hasPartner = page > 0 && this.firsts.at(-1) === page - 1 && !isAlone(page - 1) && !isAlone(page);
            if (!hasPartner) this.firsts.push(page);
            this.numbers.push(this.firsts.length - 1);
        });
    }

    // The spread with a page.
    of(page) {
        return this.firsts[this.numbers[page]] ?? page;
    }

    pages(first) {
        return this.numbers[first] === this.numbers[first + 1] ? [first, first + 1] : [first];
    }

    // How many spreads are before one.
    number(first) {
        return this.numbers[first];
    }

    after(first) {
        return first + this.pages(first).length;
    }

    before(first) {
        return this.of(first - 1);
    }

    // A spread and those beside it: how many stages to the right each is, where the next one is `towards` there.
    near(first, towards) {
        const near = new Map([[first, 0]]);
        if (this.after(first) < this.numbers.length) near.set(this.after(first), towards);
        if (first > 0) near.set(this.before(first), -towards);
        return near;
    }

    // Where the pages of a spread are on a stage, in pixels, whose sides are so long.
    frames(book, first, [width, height]) {
        const pages = this.pages(first);
        const margin = Math.min(width, height) < 500 ? 4 : 12;
        const sizes = pages.map((page) => book.pages[page]);
        // Pages of a spread are equally high.
        const across = sizes.reduce((sum, size) => sum + size.width / size.height, 0);
        const high = Math.min(height - 2 * margin, (width - 2 * margin) / across);
        let left = (width - high * across) / 2;
        const ordered = book.isRightToLeft ? [...pages].reverse() : pages;
        return ordered.map((page) => {
            const wide = (high * book.pages[page].width) / book.pages[page].height;
            const frame = { page, left, top: (height - high) / 2, width: wide, height: high };
            left += wide;
            return frame;
        });
    }
}
