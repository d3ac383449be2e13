// The address of the reader, which says where it is, and the place where it begins.
import { Book, lastPlace } from "./book.js";
import { Looks } from "./looks.js";

// Milliseconds before an address that the browser has refused is shown again.
const refusedPause = 1000;

export class Address {
    // `reader` has `book` and `shown`; `refuse(page)` says that there is no such page.
    constructor(reader, refuse) {
        Object.assign(this, { reader, refuse });
        addEventListener("hashchange", () => reader.book && this.follow());
    }

    // Says where it is. Browsers refuse that where it is done too often: Safari by an error, beyond 100 times in 30 seconds.
    show() {
        clearTimeout(this.showing);
        const address = this.reader.book.address(this.reader.shown.current);
        if (location.hash === address) return;
        try {
            history.replaceState(null, "", address);
        } catch {
            // Others say nothing.
        }
        if (location.hash !== address) this.showing = setTimeout(() => this.show(), refusedPause);
    }

    // Makes the way back lead from a page to what is shown now.
    leave(page) {
        try {
            history.pushState(null, "", this.reader.book.address(page));
        } catch {
            // Where that is refused, too, the way back leads further.
        }
    }

    async follow() {
        await this.reader.book.whole;
        const page = this.reader.book.addressed(location.hash);
        if (page >= 0) this.reader.shown.turn(page);
        else this.refuse(Book.named(location.hash));
    }

    // The page to begin with, in text that is laid out so where it flows: where the address says, else where this browser was last, else where the document asks
    // for.
    async start(flows, layout) {
        const { book } = this.reader;
        const asked = book.addressed(location.hash);
        const last = lastPlace(book.plainName);
        if (asked >= 0) return asked;
        this.refuse(Book.named(location.hash));
        if (!last) return book.start;
        // Browsers have kept sizes before.
        const before = last.layout ?? (last.size ? `f${last.size}` : "");
        if (!flows || before === layout) return Math.min(last.page, book.pages.length) - 1;
        // Its pages were others then.
        return pageIn(book, layout, before, last.page - 1).catch(() => 0);
    }

    // On which page, with text that is laid out otherwise, the text is that is read. `reading` is where that was, and how it was laid out: through any
    // number of layouts, as long as nobody turns; `reading.shown` is where it is now.
    async placeIn(layout) {
        const { book, shown } = this.reader;
        const page = shown.current;
        if (!shown.pages.includes(this.reading?.shown)) this.reading = { layout: Looks.layoutOf(book.name), page, shown: page };
        const { reading } = this;
        const found = layout === reading.layout ? reading.page : await pageIn(book, layout, reading.layout, reading.page);
        return this.reader.shown.current === page ? found : this.placeIn(layout);
    }
}

// On which page of a book, with text that is laid out so, the text is with which a page begins where it is laid out as before.
function pageIn(book, layout, before, page) {
    return Book.pageIn(layout, before ? `${book.plainName}.${before}` : book.plainName, page);
}
