// The table of contents: parts that unfold, each with its page; the part that is read is marked.
import { icon } from "./icons.js";

// Entries: with more of them only the first level is unfolded, and the way to what is read.
const mostUnfolded = 40;

export class Contents {
    // `go` is called with the page that was chosen.
    constructor(element, go) {
        Object.assign(this, { element, go });
        this.roots = [];
        this.ordered = [];
    }

    get isEmpty() {
        return this.roots.length === 0;
    }

    // Shows the contents of a book from now on.
    take({ outline, pages }) {
        this.pages = pages;
        const text = JSON.stringify(outline);
        // What is unfolded stays so while the contents are the same.
        if (text === this.text) return;
        this.text = text;
        this.current = null;
        const root = { children: [] };
        const way = [root];
        const entries = outline.map(({ title, level, page }) => {
            way.length = Math.min(level + 1, way.length);
            const entry = { title, page, parent: way.at(-1), children: [] };
            entry.parent.children.push(entry);
            way.push(entry);
            return entry;
        });
        this.roots = root.children;
        for (const entry of this.roots) entry.parent = null;
        // In the order of their pages: contents need not be.
        this.ordered = entries.filter(({ page }) => page !== undefined).sort((one, other) => one.page - other.page);
        this.element.classList.toggle("flat", entries.length === this.roots.length);
        this.element.replaceChildren(this.isEmpty ? "" : this.list(this.roots));
        if (entries.length <= mostUnfolded) for (const entry of entries) this.fold(entry, true);
    }

    list(entries) {
        const list = document.createElement("ol");
        list.append(...entries.map((entry) => this.item(entry)));
        return list;
    }

    item(entry) {
        entry.item = document.createElement("li");
        const row = document.createElement("div");
        row.className = "row";
        entry.button = document.createElement("button");
        entry.button.className = "entry";
        entry.button.disabled = entry.page === undefined;
        const label = document.createElement("small");
        label.textContent = this.pages[entry.page]?.label ?? "";
        entry.button.append(entry.title, label);
        entry.button.addEventListener("click", () => this.go(entry.page));
        if (entry.children.length) {
            entry.toggle = document.createElement("button");
            entry.toggle.className = "fold";
            entry.toggle.ariaLabel = `Parts of ${entry.title}`;
            entry.toggle.setAttribute("aria-expanded", "false");
            entry.toggle.append(icon("forward"));
            entry.toggle.addEventListener("click", () => this.fold(entry, entry.toggle.getAttribute("aria-expanded") !== "true"));
            row.append(entry.toggle);
        }
        row.append(entry.button);
        entry.item.append(row);
        return entry.item;
    }

    // Unfolds an entry, whose parts are made only then, or folds it.
    fold(entry, isOpen) {
        if (!entry.children.length) return;
        if (isOpen && !entry.parts) entry.item.append((entry.parts = this.list(entry.children)));
        if (entry.parts) entry.parts.hidden = !isOpen;
        entry.toggle.setAttribute("aria-expanded", isOpen);
        this.show();
    }

    // The part that a page is in: the last one that begins there or before.
    partAt(page) {
        let [low, high] = [0, this.ordered.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.ordered[middle].page <= page) low = middle + 1;
            else high = middle;
        }
        return this.ordered[low - 1];
    }

    // Marks the part that a page is in, or what is unfolded of the way there.
    mark(page) {
        this.current = this.partAt(page);
        this.show();
    }

    show() {
        this.marked?.removeAttribute("aria-current");
        let seen = this.current;
        for (let entry = this.current; entry; entry = entry.parent) if (!entry.button || entry.parent?.parts?.hidden) seen = entry.parent;
        this.marked = seen?.button;
        this.marked?.setAttribute("aria-current", "location");
    }

    // Unfolds the way to the part that is read, and brings that into view.
    reveal() {
        const way = [];
        for (let entry = this.current?.parent; entry; entry = entry.parent) way.unshift(entry);
        for (const entry of way) this.fold(entry, true);
        this.marked?.scrollIntoView({ block: "center" });
        (this.marked ?? this.element.querySelector("button"))?.focus({ preventScroll: true });
    }
}
