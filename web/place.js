// The bar below the pages: which page it is, and ways to others, with what is there.

const element = (id) => document.getElementById(id);

// Pixels: so wide is the knob of a slider, about.
const knob = 16;

export class Place {
    // `reader` has `book` and `shown`; `partAt(page)` says what the part of the contents is called in which a page is; `say` says a sentence.
    constructor(reader, partAt, say) {
        Object.assign(this, { reader, partAt, say });
        const slider = element("slider");
        slider.addEventListener("input", () => this.preview(Number(slider.value) - 1));
        slider.addEventListener("change", () => reader.shown.turn(Number(slider.value) - 1));
        slider.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.preview(this.pageUnder(event.clientX)));
        for (const type of ["pointerleave", "pointerup", "pointercancel", "blur", "change"]) slider.addEventListener(type, () => this.hide());
        element("goto").addEventListener("submit", (event) => {
            event.preventDefault();
            this.go(element("number").value.trim());
            element("stage").focus();
        });
        for (const type of ["focus", "click"]) element("number").addEventListener(type, ({ target }) => target.select());
    }

    take(book) {
        element("slider").max = book.pages.length;
        element("slider").disabled = !book.isWhole;
        element("slider").classList.toggle("backward", book.isRightToLeft);
    }

    // Another page is shown, or more or fewer of them are.
    moved(page) {
        const { book, shown } = this.reader;
        const { label } = book.pages[page];
        const total = book.pages.length;
        // What is printed on a page is in the field; its number is beside that where it is another.
        const all = book.isWhole ? `of ${total}` : "of …";
        const count = label === `${page + 1}` ? all : `${page + 1} ${all}`;
        element("number").value = label;
        element("count").textContent = count;
        element("slider").value = page + 1;
        element("slider").ariaValueText = `Page ${label}, ${count}`;
        element("chapter").textContent = this.partAt(page);
        const { isFirst, isLast } = shown;
        element("left").disabled = book.isRightToLeft ? isLast : isFirst;
        element("right").disabled = book.isRightToLeft ? isFirst : isLast;
    }

    // To a page by its label or its number.
    async go(wanted) {
        await this.reader.book.whole;
        const { book, shown } = this.reader;
        const { label } = book.pages[shown.current];
        // Of pages with the same label it is on one already.
        const page = wanted === label ? shown.current : book.find(wanted);
        if (page >= 0) return shown.turn(page);
        element("number").value = label;
        this.refuse(wanted);
        return undefined;
    }

    refuse(wanted) {
        if (!wanted) return;
        const count = this.reader.book.pages.length;
        this.say(`There is no page ${wanted}: the document has ${count === 1 ? "1 page" : `${count} pages`}.`);
    }

    pageUnder(x) {
        const box = element("slider").getBoundingClientRect();
        const part = Math.max(0, Math.min((x - box.left - knob / 2) / (box.width - knob), 1));
        const last = this.reader.book.pages.length - 1;
        return Math.round(last * (this.reader.book.isRightToLeft ? 1 - part : part));
    }

    // Shows a page over the slider, where it is on that.
    preview(page) {
        const { book } = this.reader;
        const [box, image] = [element("preview"), element("preview").querySelector("img")];
        const part = page / Math.max(1, book.pages.length - 1);
        const { width } = element("slider").getBoundingClientRect();
        const left = knob / 2 + (book.isRightToLeft ? 1 - part : part) * (width - knob);
        box.hidden = false;
        // All of it is seen.
        const half = box.offsetWidth / 2;
        const origin = element("track").getBoundingClientRect().left;
        box.style.left = `${Math.max(half + 8, Math.min(origin + left, innerWidth - half - 8)) - origin}px`;
        box.querySelector("b").textContent = `Page ${book.pages[page].label}`;
        box.querySelector("span").textContent = this.partAt(page);
        const source = book.picture(page, 200, 200);
        if (image.src === source) return;
        image.removeAttribute("src");
        image.src = source;
    }

    hide() {
        element("preview").hidden = true;
    }
}
