// One page on the screen: its thumbnail, then the page, then tiles where it is zoomed; its text, which can't be seen and can be selected;
// its links, and marks on it.
import { Book } from "./book.js";
import { retry } from "./retry.js";
import { TextLayer } from "./text.js";
import { explain, request, sentence } from "./trouble.js";

// Wide enough for every thumbnail of the reader.
const thumbnail = 200;
// Pixels are whole steps, so that a window that is made a little larger asks for nothing anew.
const step = 160;
export const largestZoom = 8;
// Beyond that a page is tiles.
const largestSide = 2560;

// How many pixels of the screen so many of the stage are, in whole steps, and as many as a page has as a whole.
export function inSteps(side) {
    return Math.max(step, Math.min(Math.ceil((side * devicePixelRatio) / step) * step, largestSide));
}

// A picture that has not come yet need not come.
function cancel(image) {
    if (image && !image.complete) image.removeAttribute("src");
}

export class PageView {
    // `isHasty`: pages rush by, and its pictures are asked for when `begin` is called.
    constructor(book, page, isHasty = false) {
        this.book = book;
        this.page = page;
        this.element = document.createElement("div");
        this.element.className = "page";
        this.element.dataset.page = page + 1;
        this.element.dataset.shown = "nothing";
        this.element.role = "group";
        this.element.ariaLabel = `Page ${book.pages[page].label}`;
        this.thumbnail = null;
        this.whole = null;
        this.tiles = this.layer("tiles");
        this.marks = this.layer("marks");
        this.text = new TextLayer(this.layer("text"));
        this.links = this.layer("links");
        this.failure = this.layer("failure");
        this.failure.setAttribute("role", "status");
        this.factor = 0;
        this.shown = new Map();
        if (!isHasty) this.begin();
    }

    // Asks for its thumbnail, once, and when it is laid out next for more.
    begin() {
        this.thumbnail ??= this.picture("thumbnail", this.book.picture(this.page, thumbnail, thumbnail));
    }

    layer(name) {
        const layer = document.createElement("div");
        layer.className = name;
        this.element.append(layer);
        return layer;
    }

    // Asks for something until it comes, or is not wanted any more. Where it doesn't the document may be another by now, which the event "missing"
    // tells.
    ask(work, isWanted = () => true, failed = () => {}) {
        return retry(work, () => !this.isDropped && isWanted(), () => {
            failed();
            this.element.dispatchEvent(new CustomEvent("missing", { bubbles: true }));
        });
    }

    // Asks for a picture until it is shown.
    load(image, source, isWanted) {
        return this.ask(() => {
            image.src = source;
            return image.decode();
        }, isWanted, () => this.tellFailure(source));
    }

    // Says on the page why a picture of it does not come. It comes by itself when it can.
    async tellFailure(source) {
        const error = await request(source).then(() => null, (failed) => failed);
        if (this.element.dataset.shown === "whole" || !error) return;
        const { title, text } = explain(error, true);
        // What lies with the document or the network is said beside the pages, too, with what can be done.
        if ([0, 404, 422, 423].includes(error.status)) this.failure.textContent = title;
        else if (error.status >= 503) this.failure.textContent = `${title} ${text}`;
        else this.failure.textContent = `This page can't be shown. ${sentence(error.message)} It is tried again by itself.`;
    }

    // Each picture covers those before it as soon as it is there, and no sooner.
    picture(kind, source) {
        const image = new Image();
        image.alt = "";
        image.draggable = false;
        image.className = kind;
        // No thumbnail where there is more already, and no smaller one than was asked for since.
        const isWanted = () => (kind === "thumbnail" ? !this.isVisible : this.whole === image);
        this.load(image, source, isWanted).then(() => {
            if (!isWanted()) return;
            if (kind === "whole") for (const old of this.element.querySelectorAll("img.whole")) old.remove();
            if (kind === "whole") this.failure.textContent = "";
            this.tiles.before(image);
            this.element.dataset.shown = kind;
        });
        return image;
    }

    get isVisible() {
        return this.element.dataset.shown !== "nothing";
    }

    // Resolves as soon as there is anything to see.
    get visible() {
        return Promise.any([this.thumbnail.decode(), this.whole?.decode() ?? Promise.reject()]).catch(() => {});
    }

    // It is seen no more.
    drop() {
        this.isDropped = true;
        this.element.remove();
        this.clear();
        for (const image of [this.thumbnail, this.whole]) cancel(image);
    }

    // Lays it out, in pixels of the stage, and asks for the picture that this takes: that which is as wide, or which is within a box in pixels
    // of the screen.
    place(left, top, width, height, box = null) {
        Object.assign(this.element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
        this.width = width;
        if (!this.thumbnail) return;
        const { width: full, height: high } = this.book.pages[this.page];
        const boxed = box ? full * Math.min(box.width / full, box.height / high) : inSteps(width);
        const fitting = Math.min(boxed, full);
        if (!this.wanted || fitting > this.wanted) {
            this.wanted = fitting;
            const isBoxed = box && boxed <= full;
            cancel(this.whole);
            this.whole = this.picture("whole", isBoxed ? this.book.pictureWithin(this.page, box) : this.book.picture(this.page, fitting));
        }
    }

    // Shows tiles of what is seen of it, in pixels of the stage from its corner, where the page as a whole is not sharp enough.
    sharpen(seen) {
        const { width: full, height } = this.book.pages[this.page];
        const scale = full / this.width;
        const needed = this.width * devicePixelRatio;
        if (!this.thumbnail || needed <= this.wanted * 1.1 || !seen) return this.clear();
        let factor = 1;
        while (factor * 2 <= scale / devicePixelRatio) factor *= 2;
        if (factor !== this.factor) this.clear();
        this.factor = factor;
        const side = Book.tile * factor;
        const last = [Math.ceil(full / side) - 1, Math.ceil(height / side) - 1];
        const at = (value, end) => Math.max(0, Math.min(Math.floor((value * scale) / side), end));
        const wanted = new Set();
        for (let row = at(seen.top, last[1]); row <= at(seen.bottom, last[1]); row += 1) {
            for (let column = at(seen.left, last[0]); column <= at(seen.right, last[0]); column += 1) {
                wanted.add(`${column},${row}`);
                if (!this.shown.has(`${column},${row}`)) this.shown.set(`${column},${row}`, this.tile(factor, column, row));
            }
        }
        for (const [name, image] of this.shown) {
            if (wanted.has(name)) continue;
            cancel(image);
            image.remove();
            this.shown.delete(name);
        }
    }

    tile(factor, column, row) {
        const { width, height } = this.book.pages[this.page];
        const { x, y, w, h, src } = this.book.tile(this.page, factor, column, row);
        const image = new Image();
        image.alt = "";
        image.draggable = false;
        Object.assign(image.style, {
            left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%`, width: `${(100 * w) / width}%`, height: `${(100 * h) / height}%`,
        });
        // By then it may be seen no more.
        const isWanted = () => this.shown.get(`${column},${row}`) === image;
        this.load(image, src, isWanted).then(() => isWanted() && this.tiles.append(image));
        return image;
    }

    clear() {
        this.shown.forEach(cancel);
        this.tiles.replaceChildren();
        this.shown.clear();
        this.factor = 0;
    }

    // Lays its text and its links over it, once.
    async showContents() {
        this.hasContents ??= this.ask(() => this.readContents());
        await this.hasContents;
        this.text.fit(this.width);
    }

    async readContents() {
        const [text, links] = await Promise.all([this.book.text(this.page), this.book.links(this.page)]);
        this.text.set(text);
        this.setLinks(links);
    }

    // Where one leads that stays within the library, the event "follow" says.
    setLinks(links) {
        this.links.replaceChildren(...links.map(({ frame, page, at, uri, document: other }) => {
            const link = document.createElement("a");
            link.draggable = false;
            for (const [side, part] of Object.entries(frame)) link.style[side] = `${100 * part}%`;
            if (uri && !other) {
                Object.assign(link, { href: uri, target: "_blank", rel: "noopener noreferrer", title: uri });
            } else {
                const within = () => ({ href: this.book.address(page), title: `Page ${this.book.pages[page].label}` });
                Object.assign(link, other ? { href: uri, title: other } : within());
                link.addEventListener("click", (event) => {
                    // In a window of its own it is the browser's.
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    link.dispatchEvent(new CustomEvent("follow", { bubbles: true, detail: { page, at, other: other && uri } }));
                });
            }
            link.ariaLabel = this.text.wordsIn(frame) || link.title;
            return link;
        }));
    }

    // Highlights boxes, in points of a page that measures so many.
    mark(boxes, size) {
        this.marks.replaceChildren(...boxes.map(({ box: [x0, y0, x1, y1], isNow }) => {
            const mark = document.createElement("div");
            mark.classList.toggle("now", isNow);
            Object.assign(mark.style, {
                left: `${(100 * x0) / size.width}%`, top: `${(100 * y0) / size.height}%`,
                width: `${(100 * (x1 - x0)) / size.width}%`, height: `${(100 * (y1 - y0)) / size.height}%`,
            });
            return mark;
        }));
    }
}
