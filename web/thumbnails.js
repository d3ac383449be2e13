// A grid of thumbnails: only those that are seen, and a screen around them, are there.

// Pixels: no narrower is a cell; and what it has below its picture.
const narrowest = 104;
const labelHeight = 36;
// How much higher than wide a picture's place is.
const shape = 1.35;

export class Thumbnails {
    // `go` is called with the page that was chosen.
    constructor(element, go) {
        Object.assign(this, { element, go });
        this.ground = document.createElement("div");
        element.append(this.ground);
        this.cells = new Map();
        this.pages = [];
        // The page whose cell keys lead from.
        this.at = 0;
        element.addEventListener("scroll", () => this.look(), { passive: true });
        element.addEventListener("keydown", (event) => this.key(event));
        new ResizeObserver(() => this.look()).observe(element);
    }

    // Shows the pages of a book from now on.
    take(book) {
        this.book = book;
        this.element.dir = book.isRightToLeft ? "rtl" : "ltr";
        for (const page of [...this.cells.keys()]) this.drop(page);
        this.look();
    }

    // Marks the pages that are read.
    mark(pages) {
        this.pages = pages;
        [this.at] = pages;
        for (const [page, cell] of this.cells) this.dress(page, cell);
    }

    // Brings the page that is read into view.
    reveal() {
        this.look();
        this.show(this.at);
        this.cells.get(this.at)?.focus({ preventScroll: true });
    }

    // Scrolls to a page's cell.
    show(page) {
        const { clientHeight, scrollTop } = this.element;
        const top = Math.floor(page / this.columns) * this.high;
        if (top < scrollTop || top + this.high > scrollTop + clientHeight) this.element.scrollTop = top - (clientHeight - this.high) / 2;
        this.look();
    }

    look() {
        const { clientWidth, clientHeight, scrollTop } = this.element;
        if (!this.book || clientHeight === 0) return;
        const count = this.book.pages.length;
        this.columns = Math.max(1, Math.floor(clientWidth / narrowest));
        this.wide = clientWidth / this.columns;
        this.high = this.wide * shape + labelHeight;
        this.ground.style.height = `${Math.ceil(count / this.columns) * this.high}px`;
        const first = Math.max(0, Math.floor((scrollTop - clientHeight) / this.high)) * this.columns;
        const last = Math.min(count, Math.ceil((scrollTop + 2 * clientHeight) / this.high) * this.columns);
        for (const [page, cell] of this.cells) if ((page < first || page >= last) && document.activeElement !== cell) this.drop(page);
        for (let page = first; page < last; page += 1) this.place(page);
    }

    place(page) {
        const cell = this.cells.get(page) ?? this.cell(page);
        const column = page % this.columns;
        const [left, top] = [column * this.wide, Math.floor(page / this.columns) * this.high];
        Object.assign(cell.style, { insetInlineStart: `${left}px`, top: `${top}px`, width: `${this.wide}px`, height: `${this.high}px` });
    }

    cell(page) {
        const cell = document.createElement("button");
        cell.dataset.page = page + 1;
        const { label } = this.book.pages[page];
        cell.ariaLabel = `Page ${label}`;
        const image = new Image();
        image.alt = "";
        image.decoding = "async";
        image.onload = () => image.classList.add("there");
        image.src = this.book.picture(page, 200, 200);
        cell.append(image, label);
        cell.addEventListener("click", () => this.go(page));
        this.dress(page, cell);
        this.cells.set(page, cell);
        // In their order, in which they are read out.
        const next = [...this.ground.children].find((other) => Number(other.dataset.page) > page + 1);
        this.ground.insertBefore(cell, next ?? null);
        return cell;
    }

    // A picture that has not come yet need not come.
    drop(page) {
        const cell = this.cells.get(page);
        const image = cell.querySelector("img");
        if (!image.complete) image.removeAttribute("src");
        cell.remove();
        this.cells.delete(page);
    }

    dress(page, cell) {
        cell.toggleAttribute("aria-current", this.pages.includes(page));
        if (this.pages.includes(page)) cell.setAttribute("aria-current", "page");
        cell.tabIndex = page === this.at ? 0 : -1;
    }

    // Arrows lead from cell to cell.
    key(event) {
        const towards = this.book.isRightToLeft ? -1 : 1;
        const count = this.book.pages.length;
        const steps = {
            ArrowRight: towards, ArrowLeft: -towards, ArrowDown: this.columns, ArrowUp: -this.columns, Home: -count, End: count,
        };
        const step = steps[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const before = this.at;
        this.at = Math.max(0, Math.min(this.at + step, count - 1));
        this.show(this.at);
        for (const page of [before, this.at]) if (this.cells.has(page)) this.dress(page, this.cells.get(page));
        this.cells.get(this.at).focus({ preventScroll: true });
    }
}
