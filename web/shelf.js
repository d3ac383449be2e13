// The grid of covers: of however many documents those alone are in the page that are seen, or nearly.

// How many that were seen stay, so that scrolling back shows them as they were.
const kept = 200;

export class Shelf {
    // `make`: returns what stands in the grid for a document, an object with its `element`, and with `wake` and `sleep`, which are called when
    // it comes into the page and leaves it. All are equally high.
    constructor(grid, make) {
        Object.assign(this, { grid, make, entries: [], cards: new Map(), shown: [], row: 0, columns: 1, first: 0 });
        let width = 0;
        new ResizeObserver(() => {
            // Hidden it has none.
            if (!grid.clientWidth || grid.clientWidth === width) return;
            width = grid.clientWidth;
            this.row = 0;
            this.#lay();
        }).observe(grid);
        addEventListener("scroll", () => this.#lay(), { passive: true });
        addEventListener("resize", () => this.#lay());
        grid.addEventListener("keydown", (event) => this.#key(event));
    }

    // `entries`: of the documents, each with its `name`.
    show(entries) {
        this.entries = entries;
        this.range = "";
        this.#lay();
    }

    // Documents are other ones than they were.
    forget() {
        for (const card of this.cards.values()) card.sleep();
        this.cards.clear();
        this.shown = [];
        this.range = "";
        this.grid.replaceChildren();
    }

    #card(entry) {
        const card = this.cards.get(entry.name) ?? this.make(entry);
        this.cards.delete(entry.name);
        this.cards.set(entry.name, card);
        return card;
    }

    // Puts rows into the page: those in the window, and as many as would fill half of one above and below it.
    #lay() {
        if (!this.grid.checkVisibility()) return;
        this.columns = getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
        if (!this.row) this.#measure();
        const { columns, row, entries } = this;
        const rows = Math.ceil(entries.length / columns);
        const top = this.grid.getBoundingClientRect().top;
        const first = Math.max(0, Math.min(Math.floor((-top - innerHeight / 2) / row), rows - 1));
        const last = Math.max(first, Math.min(Math.ceil((1.5 * innerHeight - top) / row), rows));
        const range = `${first} ${last} ${columns} ${row}`;
        if (range === this.range) return;
        this.range = range;
        this.grid.style.paddingTop = `${first * row}px`;
        this.grid.style.paddingBottom = `${(rows - last) * row}px`;
        this.first = first * columns;
        this.#put(entries.slice(this.first, last * columns).map((entry) => this.#card(entry)));
    }

    // How far one row is from the next: as a document has it that is there, or the first one.
    #measure() {
        if (!this.entries.length) return;
        if (!this.shown.length) this.#put([this.#card(this.entries[0])]);
        const { height } = this.shown[0].element.getBoundingClientRect();
        this.row = height + parseFloat(getComputedStyle(this.grid).rowGap);
    }

    // What is there already stays, with what has the focus.
    #put(cards) {
        const wanted = new Set(cards);
        for (const card of this.shown) {
            if (wanted.has(card)) continue;
            card.element.remove();
            card.sleep();
        }
        let next = this.grid.firstElementChild;
        for (const [at, card] of cards.entries()) {
            const { element } = card;
            element.ariaSetSize = this.entries.length;
            element.ariaPosInSet = this.first + at + 1;
            if (element === next) next = next.nextElementSibling;
            else this.grid.insertBefore(element, next);
        }
        const before = new Set(this.shown);
        for (const card of cards) if (!before.has(card)) card.wake();
        this.shown = cards;
        for (const [name, card] of this.cards) {
            if (this.cards.size <= kept) break;
            if (!wanted.has(card)) this.cards.delete(name);
        }
    }

    // The arrows lead from one document to the next.
    #key(event) {
        const { columns } = this;
        const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -Infinity, End: Infinity }[event.key];
        const at = this.shown.findIndex(({ element }) => element.contains(event.target));
        if (!way || at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const last = this.entries.length - 1;
        const to = Math.abs(way) === Infinity ? Math.max(0, Math.min(way, last)) : this.first + at + way;
        if (to < 0 || to > last) return;
        // It is put into the page where it is not there yet.
        if (!this.shown[to - this.first]) {
            scrollTo(0, scrollY + this.grid.getBoundingClientRect().top + Math.floor(to / this.columns) * this.row - innerHeight / 3);
            this.#lay();
        }
        this.shown[to - this.first].element.querySelector("a").focus();
    }
}
