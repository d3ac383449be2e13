// The part of the panel in which a document is searched; and what was found, which is marked on its pages until search is closed.

const element = (id) => document.getElementById(id);

export class Search {
    // `reader` has `book` and `shown`, and `go(page, at)`.
    constructor(reader) {
        this.reader = reader;
        [this.form, this.status, this.list] = ["form", "p", "ol"].map((part) => element("search").querySelector(part));
        this.field = this.form.querySelector("input");
        this.clear();
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            const needle = this.field.value.trim();
            if (needle && needle === this.needle) this.step(1);
            else this.find(needle);
        });
        this.field.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || !event.shiftKey) return;
            event.preventDefault();
            this.step(-1);
        });
        element("hit-before").addEventListener("click", () => this.step(-1));
        element("hit-after").addEventListener("click", () => this.step(1));
    }

    focus() {
        this.field.focus();
        this.field.select();
    }

    // Nothing is searched, and nothing found.
    clear() {
        this.search?.abort();
        this.search = null;
        this.needle = "";
        this.drop();
        this.current = null;
        this.status.textContent = "";
        this.redress();
        this.showStep();
    }

    // What was found comes once more.
    drop() {
        // In the order of pages; those whose pages are not laid out so far, by their positions; and the boxes on each page.
        this.matches = [];
        this.early = new Map();
        this.pages = new Map();
        this.list.replaceChildren();
    }

    redress() {
        this.reader.shown?.views.forEach((view) => this.dress(view));
    }

    // Marks on a page what was found there.
    dress(view) {
        const { boxes, size } = this.pages.get(view.page) ?? { boxes: [], size: { width: 1, height: 1 } };
        view.mark(boxes.map(({ box, match }) => ({ box, isNow: match === this.current })), size);
    }

    async find(needle) {
        this.clear();
        if (!needle) return;
        const search = (this.search = new AbortController());
        this.needle = needle;
        this.status.textContent = "Searching …";
        await this.reader.book.whole;
        if (search !== this.search) return;
        const { book, shown } = this.reader;
        const from = shown.current;
        let hasGone = false;
        try {
            for await (const told of book.search(needle, search.signal)) {
                if (told.error) throw new Error(told.error);
                this.take(told);
                // To the first one from here on, as soon as it is there, where nobody has turned meanwhile.
                const isThere = !hasGone && this.reader.shown.current === from;
                const next = isThere && (this.matches.find((match) => match.page > from) ?? (told.complete === undefined ? undefined : this.matches[0]));
                if (!next) continue;
                hasGone = true;
                this.goTo(next);
            }
        } catch (error) {
            if (error.name !== "AbortError") this.status.textContent = `This can't be searched: ${error.message}`;
        }
    }

    // What the server tells of a search (docs/web.md).
    take(told) {
        if (told.again) this.drop();
        for (const match of told.matches ?? []) {
            match.item = this.item(match);
            const before = this.early.get(match.position);
            if (match.page) this.early.delete(match.position);
            else this.early.set(match.position, match.item);
            if (before) before.replaceWith(match.item);
            else this.list.append(match.item);
            if (match.page) this.mark(match);
        }
        if (told.matches?.length) this.redress();
        const count = this.matches.length + this.early.size;
        if (told.complete === undefined) this.status.textContent = progress(count, told);
        else this.status.textContent = count === 0 && told.complete ? "Nothing was found." : `${count}${told.complete ? "" : " or more"} found`;
        this.showStep();
    }

    // A match is marked on its page, and on the one behind where it goes on there.
    mark(match) {
        let at = this.matches.length;
        while (at > 0 && isBefore(match, this.matches[at - 1])) at -= 1;
        this.matches.splice(at, 0, match);
        for (const [number, boxes] of [[match.page - 1, match.boxes], [match.page, match.rest ?? []]]) {
            const page = this.pages.get(number) ?? { boxes: [], size: match };
            page.boxes.push(...boxes.map((box) => ({ box, match })));
            this.pages.set(number, page);
        }
    }

    item(match) {
        const item = document.createElement("li");
        const button = document.createElement("button");
        const marked = document.createElement("mark");
        marked.textContent = match.text;
        const page = document.createElement("small");
        page.textContent = match.page ? `Page ${this.reader.book.pages[match.page - 1]?.label ?? match.page}` : `at ${Math.floor(match.share * 100)} %`;
        button.append(page, match.before, marked, match.after);
        // One whose page is not laid out so far gets a page soon.
        button.disabled = !match.page;
        button.addEventListener("click", () => this.goTo(match));
        item.append(button);
        return item;
    }

    goTo(match) {
        this.current?.item.firstChild.removeAttribute("aria-current");
        this.current = match;
        match.item.firstChild.setAttribute("aria-current", "true");
        match.item.scrollIntoView({ block: "nearest" });
        this.redress();
        this.showStep();
        return this.reader.go(match.page - 1, match.boxes.length ? match.boxes[0][1] / match.height : 0);
    }

    // To the next one, or the one before: around the ends.
    step(by) {
        const { matches, current } = this;
        if (!matches.length) return;
        const page = this.reader.shown.current + 1;
        const next = by > 0 ? matches.findIndex((match) => match.page >= page) : matches.findLastIndex((match) => match.page <= page);
        const at = current ? matches.indexOf(current) + by : next;
        this.goTo(matches.at(at % matches.length));
    }

    showStep() {
        element("hits").hidden = !this.matches.length;
        const at = this.matches.indexOf(this.current);
        element("hits").querySelector("output").textContent = at < 0 ? `${this.matches.length} found` : `${at + 1} of ${this.matches.length}`;
    }
}

function isBefore(one, other) {
    if (one.page !== other.page) return one.page < other.page;
    return one.position !== undefined && other.position !== undefined && one.position < other.position;
}

function progress(count, { searched, pages }) {
    const share = pages > 0 ? `, ${Math.min(Math.floor((searched * 100) / pages), 100)} % searched` : "";
    return count > 0 ? `${count} found${share} …` : `Searching …${share.slice(1)}`;
}
