// Pages that are turned: one, or two beside each other, by keys, fingers and buttons; zoomed, and dragged about then.
import { Fingers } from "./fingers.js";
import { PageView, inSteps, largestZoom } from "./page.js";
import { Spreads } from "./spreads.js";
import { waitFor } from "./trouble.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// Pixels: so far a zoomed page goes on below the bars (reader.css, --edge).
const beyond = 48;
// Milliseconds that a turn takes.
const turningTime = 220;

export class Paged {
    // `reader` is told where it is: moved(page), settled(page); and asked to put on a page what belongs there: dress(view). `session` is told of every
    // turn.
    constructor(stage, book, reader, session) {
        Object.assign(this, { stage, book, reader, session });
        this.track = document.createElement("div");
        this.track.className = "track";
        this.track.style.setProperty("--time", `${turningTime}ms`);
        this.track.addEventListener("transitionend", ({ target }) => target === this.track && this.session.rest());
        // The first page of the spread that is shown.
        this.current = 0;
        // One of spreadKinds; null: as the document asks on a stage that is wide enough, or by its shape alone.
        this.kind = null;
        // What becomes of pages that are wider than high: "alone" or "paired"; null: as the document asks.
        this.wide = null;
        this.zoom = { scale: 1, x: 0, y: 0 };
        // By their first page.
        this.slides = new Map();
        // By their page: whatever spread a page is in, it keeps what it shows.
        this.shown = new Map();
        // How often it was turned or touched, and to which spread it goes when there is something to see of that.
        this.steps = 0;
        this.bound = 0;
        this.fingers = new Fingers(this);
    }

    // Shows the spread with a page.
    open(page) {
        this.stage.append(this.track);
        this.isOpen = true;
        this.current = this.bound = this.all.of(page);
        this.zoom = { scale: 1, x: 0, y: 0 };
        this.stage.dataset.zoom = 1;
        this.show();
        this.settle();
    }

    close() {
        this.isOpen = false;
        // What waits, and fingers that are down, had to do with the pages that were there.
        this.steps += 1;
        this.fingers.forget();
        this.track.remove();
        for (const { element } of this.slides.values()) element.remove();
        for (const view of this.views) view.drop();
        this.slides.clear();
        this.shown.clear();
    }

    // The pages that are on the stage or beside it.
    get views() {
        return [...this.shown.values()];
    }

    get pages() {
        return this.all.pages(this.current);
    }

    get scale() {
        return this.zoom.scale;
    }

    // Spreads

    get spreads() {
        return this.kind ?? (this.stage.clientWidth > this.stage.clientHeight * 1.2 ? this.book.spreads ?? "cover" : "single");
    }

    get wides() {
        return this.wide ?? this.book.wides;
    }

    setSpreads(kind, wide = this.wide) {
        Object.assign(this, { kind, wide });
        this.resized();
    }

    resized() {
        this.current = this.all.of(this.current);
        this.bound = this.all.of(this.bound);
        this.zoom = { scale: 1, x: 0, y: 0 };
        this.stage.dataset.zoom = 1;
        this.show();
        this.session.show(this.setup);
        this.session.turn(this.current, 0);
        this.settle();
    }

    // The spreads of the book as they are chosen.
    get all() {
        const chosen = [this.book.pages, this.spreads, this.wides];
        if (chosen.some((one, at) => one !== this.counted?.chosen[at])) this.counted = { chosen, all: new Spreads(this.book.pages, this.spreads, this.wides === "alone") };
        return this.counted.all;
    }

    // In what pages are shown, as org.sheaf.Reader has it: in pixels of the screen, in whole steps.
    get setup() {
        const { stage, spreads, book } = this;
        const count = spreads === "single" ? 1 : 2;
        const [width, height] = [stage.clientWidth / count, stage.clientHeight].map(inSteps);
        const order = book.isRightToLeft ? "rightToLeft" : "leftToRight";
        return { viewport: { width: width * count, height, fit: "page" }, arrangement: { spread: spreads, wide: this.wides, order, flow: "paged" } };
    }

    // Which part of that a page of a spread has, zoomed.
    boxOf(first, scale) {
        const { viewport, arrangement } = this.setup;
        const count = arrangement.spread === "single" ? 1 : this.all.pages(first).length;
        const [width, height] = [viewport.width / count, viewport.height];
        return scale === 1 ? { width, height } : { width: inSteps((width * scale) / devicePixelRatio), height: inSteps((height * scale) / devicePixelRatio) };
    }

    slide(first) {
        let slide = this.slides.get(first);
        const pages = this.all.pages(first);
        if (!slide) {
            slide = { element: document.createElement("div"), pages: [] };
            slide.element.className = "slide";
            this.track.append(slide.element);
            this.slides.set(first, slide);
        }
        if (slide.pages.map((view) => view.page).join() !== pages.join()) {
            slide.pages = pages.map((page) => this.view(page));
            slide.element.replaceChildren(...slide.pages.map((view) => view.element));
        }
        return slide;
    }

    view(page) {
        if (!this.shown.has(page)) this.shown.set(page, new PageView(this.book, page));
        return this.shown.get(page);
    }

    place(first, offset) {
        const { stage, zoom } = this;
        const { element, pages } = this.slide(first);
        const isCurrent = offset === 0;
        element.style.transform = `translateX(${offset * 100}%)`;
        element.classList.toggle("current", isCurrent);
        element.inert = !isCurrent;
        const { scale, x, y } = isCurrent ? zoom : { scale: 1, x: 0, y: 0 };
        const box = this.boxOf(first, scale);
        for (const frame of this.all.frames(this.book, first, [stage.clientWidth, stage.clientHeight])) {
            const view = pages.find((one) => one.page === frame.page);
            const [left, top] = [frame.left * scale + x, frame.top * scale + y];
            view.place(left, top, frame.width * scale, frame.height * scale, box);
            const seen = {
                left: Math.max(-left, 0), top: Math.max(-top - beyond, 0),
                right: Math.min(stage.clientWidth - left, frame.width * scale - 1), bottom: Math.min(stage.clientHeight - top + beyond, frame.height * scale - 1),
            };
            view.sharpen(isCurrent && scale > 1 && seen.right > seen.left && seen.bottom > seen.top ? seen : null);
            if (isCurrent) {
                view.text.fit(view.width);
                this.reader.dress(view);
            }
        }
    }

    // The spread that is shown and those beside it, by their first pages: how many widths of the stage each is to the right.
    get near() {
        return this.all.near(this.current, this.book.isRightToLeft ? -1 : 1);
    }

    // Lays out what is shown and what is beside it, and lets go of all else.
    show() {
        for (const [first, offset] of this.near) this.place(first, offset);
        this.letGo();
        this.reader.moved(this.current);
    }

    // Keeps what is shown, what is beside it and what is turned to: other pictures need not come.
    letGo() {
        const kept = new Set([...this.near.keys(), this.bound]);
        for (const [first, { element }] of this.slides) {
            if (kept.has(first)) continue;
            element.remove();
            this.slides.delete(first);
        }
        const views = new Set([...this.slides.values()].flatMap(({ pages }) => pages));
        for (const [page, view] of this.shown) {
            if (views.has(view)) continue;
            view.drop();
            this.shown.delete(page);
        }
    }

    get isFirst() {
        return this.current === 0;
    }

    get isLast() {
        return this.all.after(this.current) >= this.book.pages.length;
    }

    // Turning

    settle() {
        this.reader.settled(this.current);
        for (const view of this.slide(this.current).pages) view.showContents();
    }

    // Moves the track from where it is to rest.
    glide(from) {
        const { track } = this;
        track.classList.remove("turning");
        track.style.transform = `translateX(${from}px)`;
        if (reduced.matches || Math.abs(from) < 1) {
            track.style.transform = "";
            this.session.rest();
            return;
        }
        track.getBoundingClientRect();
        track.classList.add("turning");
        track.style.transform = "";
    }

    turn(page) {
        const target = this.all.of(Math.max(0, Math.min(page, this.book.pages.length - 1)));
        this.fingers.lose();
        if (target === this.current) this.session.cancel(target);
        return this.turnFrom(0, target, () => this.session.turn(target, reduced.matches ? 0 : turningTime));
    }

    // Shows a spread; `dragged` is how far a finger has moved the track already. `begun` is called when it moves: what renders ahead of it is told
    // behind what it needs itself.
    async turnFrom(dragged, target, begun = () => {}) {
        const from = this.current;
        const step = (this.steps += 1);
        this.bound = target;
        if (target === from) return this.glide(dragged);
        this.letGo();
        const isNear = target === this.all.after(from) || target === this.all.before(from);
        // No page is turned to before there is anything to see of it.
        const { pages } = this.slide(target);
        if (!pages.every((view) => view.isVisible)) await waitFor(Promise.all(pages.map((view) => view.visible)));
        if (step !== this.steps) return;
        begun();
        this.zoom = { scale: 1, x: 0, y: 0 };
        this.stage.dataset.zoom = 1;
        // In a window of another shape it is in another spread.
        this.current = this.bound = this.all.of(target);
        this.show();
        const towards = (target > from) !== this.book.isRightToLeft ? 1 : -1;
        this.glide(isNear ? dragged + towards * this.stage.clientWidth : 0);
        this.settle();
    }

    // Counted from where it goes already, as the reader has it (docs/navigation.md).
    forward() {
        return this.turn(this.all.after(this.bound));
    }

    backward() {
        return this.bound > 0 ? this.turn(this.all.before(this.bound)) : undefined;
    }

    right() {
        return this.book.isRightToLeft ? this.backward() : this.forward();
    }

    left() {
        return this.book.isRightToLeft ? this.forward() : this.backward();
    }

    down() {
        return this.forward();
    }

    up() {
        return this.backward();
    }

    // Zooming: a point of the stage stays where it is.
    zoomTo(scale, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
        const wanted = Math.max(1, Math.min(scale, largestZoom));
        const change = wanted / this.zoom.scale;
        this.pan(wanted, x - (x - this.zoom.x) * change, y - (y - this.zoom.y) * change);
    }

    pan(scale, x, y) {
        const within = (value, side) => Math.max(side * (1 - scale), Math.min(value, 0));
        this.zoom = { scale, x: within(x, this.stage.clientWidth), y: within(y, this.stage.clientHeight) };
        this.stage.dataset.zoom = scale;
        this.place(this.current, 0);
    }
}
