// Where pages are that lie one below the other, in pixels.

// No wider are pages that are not zoomed.
const widest = 900;

export class Column {
    // For a pane so wide; `edge` is left free above the first page and below the last one.
    constructor(pages, wide, scale, edge) {
        this.pages = pages;
        this.gap = wide < 500 ? 4 : 12;
        this.edge = edge;
        // Each page is as wide as the others.
        this.width = Math.min(wide - 2 * this.gap, widest) * scale;
        this.left = Math.max((wide - this.width) / 2, this.gap);
        this.fullWidth = Math.max(this.width + 2 * this.gap, wide);
        this.tops = [];
        let top = this.gap + edge;
        pages.forEach((_, page) => {
            this.tops.push(top);
            top += this.heightOf(page) + this.gap;
        });
        this.height = top + edge;
    }

    heightOf(page) {
        return (this.width * this.pages[page].height) / this.pages[page].width;
    }

    // The last page that begins there or above.
    pageAt(top) {
        let [low, high] = [0, this.tops.length - 1];
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            if (this.tops[middle] <= top) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    // How far down a page begins to be seen.
    startOf(page) {
        return this.tops[page] - this.gap - this.edge;
    }
}
