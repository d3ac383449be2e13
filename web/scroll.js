// Pages one below the other, which are scrolled as any text is.
import { Column } from "./column.js";
import { PageView, inSteps, largestZoom } from "./page.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// Of the height of the stage: so much of what is seen is seen still after a step.
const kept = 0.1;
// Of the height of the stage: the page there is the one that is read.
const readingLine = 1 / 3;
// Pixels.
const line = 60;
// Pages: as many stay, though they are far away, while their text is selected.
const mostSelected = 100;
// Milliseconds without scrolling: then it rests.
const rest = 150;
// Milliseconds: pages that rush by, a screen in each frame or more, are asked for when they have slowed down for so long.
const calm = 60;

export class Scroll {
    // `reader` is told where it is, and asked to put on a page what belongs there; `session` is told, too: see Paged.
    constructor(stage, book, reader, session) {
        Object.assign(this, { stage, book, reader, session });
        this.pane = document.createElement("div");
        this.pane.className = "pane";
        this.ground = document.createElement("div");
        this.ground.className = "column";
        this.pane.append(this.ground);
        this.current = 0;
        // How far down it scrolls by itself; null: it does not.
        this.bound = null;
        this.scale = 1;
        this.shown = new Map();
        this.touches = new Map();
        this.pane.addEventListener("scroll", () => this.look());
        this.pane.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        // A hand stops it.
        for (const type of ["wheel", "pointerdown"]) this.pane.addEventListener(type, () => (this.bound = null), { passive: true });
        for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
            this.pane.addEventListener(type, (event) => event.pointerType === "touch" && this.touch(event));
        }
        this.pane.addEventListener("click", (event) => {
            const isTap = event.pointerType === "touch" && !event.target.closest("a") && getSelection().isCollapsed;
            if (isTap) this.stage.dispatchEvent(new CustomEvent("middle"));
        });
    }

    open(page, at = 0) {
        this.stage.append(this.pane);
        this.isOpen = true;
        this.scale = 1;
        this.layOut();
        this.bound = null;
        this.pane.scrollTop = this.placeOf(page, at);
        this.lastTop = this.pane.scrollTop;
        this.look();
    }

    close() {
        this.isOpen = false;
        clearTimeout(this.resting);
        clearTimeout(this.calming);
        this.touches.clear();
        this.pinch = null;
        this.pane.remove();
        for (const view of this.views) view.drop();
        this.shown.clear();
    }

    get views() {
        return [...this.shown.values()];
    }

    // Those of which anything is seen.
    get pages() {
        const top = this.pane.scrollTop + this.edge;
        const height = this.stage.clientHeight;
        const pages = [];
        for (let page = this.column.pageAt(top); page < this.book.pages.length && this.column.tops[page] < top + height; page += 1) pages.push(page);
        return pages;
    }

    layOut() {
        this.column = new Column(this.book.pages, this.pane.clientWidth, this.scale, this.edge);
        this.ground.style.height = `${this.column.height}px`;
        this.ground.style.width = `${this.column.fullWidth}px`;
        this.stage.dataset.zoom = this.scale;
    }

    // Pixels: so far pages go on below the bars, above the stage and below it.
    get edge() {
        return (this.pane.clientHeight - this.stage.clientHeight) / 2;
    }

    // The page that is read where it is scrolled so far.
    readAt(top) {
        const { clientHeight: height, scrollHeight } = this.pane;
        return top + height >= scrollHeight - 1 ? this.column.tops.length - 1 : this.column.pageAt(top + height * readingLine);
    }

    // How far to scroll to a place on a page, which is given as a part of its height.
    placeOf(page, at = 0) {
        return this.column.startOf(page) + (at > 0 ? at * this.column.heightOf(page) - this.pane.clientHeight * readingLine : 0);
    }

    // Lays out what is seen and a screen around it, and lets go of what is far away.
    look() {
        if (!this.isOpen) return;
        const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = this.pane;
        const isHasty = Math.abs(top - this.lastTop) > height;
        this.lastTop = top;
        clearTimeout(this.calming);
        if (isHasty) this.calming = setTimeout(() => this.look(), calm);
        const wanted = new Set();
        for (let page = this.column.pageAt(top - height); page < this.column.tops.length && this.column.tops[page] < top + 2 * height; page += 1) wanted.add(page);
        const selection = getSelection();
        for (const [page, view] of this.shown) {
            // What is selected stays selected, to be copied.
            const isSelected = !selection.isCollapsed && this.shown.size < mostSelected && selection.containsNode(view.element, true);
            if (wanted.has(page) || isSelected) continue;
            view.drop();
            this.shown.delete(page);
        }
        for (const page of wanted) {
            const view = this.view(page, isHasty);
            if (!isHasty) view.begin();
            const high = this.column.heightOf(page);
            view.place(this.column.left, this.column.tops[page], this.column.width, high);
            const seen = {
                left: Math.max(left - this.column.left, 0), top: Math.max(top - this.column.tops[page], 0),
                right: Math.min(left + width - this.column.left, this.column.width - 1), bottom: Math.min(top + height - this.column.tops[page], high - 1),
            };
            view.sharpen(seen.right > seen.left && seen.bottom > seen.top ? seen : null);
            view.text.fit(view.width);
        }
        const current = this.readAt(top);
        if (current !== this.current || !this.wasTold) {
            this.current = current;
            this.wasTold = true;
            this.reader.moved(current);
            this.session.turn(current, 0);
        }
        this.settleLater();
    }

    settleLater() {
        clearTimeout(this.resting);
        this.resting = setTimeout(() => this.settle(), rest);
    }

    settle() {
        this.bound = null;
        this.reader.settled(this.current);
        for (const page of this.pages) this.shown.get(page)?.showContents();
    }

    view(page, isHasty) {
        let view = this.shown.get(page);
        if (!view) {
            view = new PageView(this.book, page, isHasty);
            this.shown.set(page, view);
            // In their order, in which they are selected and read out.
            const next = [...this.ground.children].find((element) => Number(element.dataset.page) > page + 1);
            this.ground.insertBefore(view.element, next ?? null);
            this.reader.dress(view);
        }
        return view;
    }

    get isFirst() {
        return this.current === 0;
    }

    get isLast() {
        return this.current === this.book.pages.length - 1;
    }

    resized() {
        this.keep(() => {});
        this.session.show(this.setup);
    }

    // In what pages are shown, as org.sheaf.Reader has it.
    get setup() {
        const width = inSteps(this.column.width);
        const height = Math.ceil(this.pane.clientHeight * devicePixelRatio) || 1;
        const order = this.book.isRightToLeft ? "rightToLeft" : "leftToRight";
        return { viewport: { width, height, fit: "width" }, arrangement: { spread: "single", order, flow: "continuous" } };
    }

    // Moving

    scroll(top) {
        const { scrollTop, clientHeight, scrollHeight } = this.pane;
        const isNear = Math.abs(top - scrollTop) < 2 * clientHeight;
        this.bound = Math.max(0, Math.min(top, scrollHeight - clientHeight));
        this.settleLater();
        const isSmooth = isNear && !reduced.matches;
        // A jump is no rush.
        if (!isSmooth) this.lastTop = this.bound;
        this.pane.scrollTo({ top, behavior: isSmooth ? "smooth" : "instant" });
    }

    // Where it is, or goes already: steps count from there.
    get from() {
        return this.bound ?? this.pane.scrollTop;
    }

    turn(page, at = 0) {
        this.scroll(this.placeOf(Math.max(0, Math.min(page, this.book.pages.length - 1)), at));
    }

    forward() {
        this.scroll(this.from + this.stage.clientHeight * (1 - kept));
    }

    backward() {
        this.scroll(this.from - this.stage.clientHeight * (1 - kept));
    }

    right() {
        this.turn(this.readAt(this.from) + (this.book.isRightToLeft ? -1 : 1));
    }

    left() {
        this.turn(this.readAt(this.from) + (this.book.isRightToLeft ? 1 : -1));
    }

    down() {
        this.scroll(this.from + line);
    }

    up() {
        this.scroll(this.from - line);
    }

    // Zooming: a point of the stage stays where it is.
    zoomTo(scale, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
        this.keep(() => {
            this.scale = Math.max(0.5, Math.min(scale, largestZoom));
        }, x, y);
    }

    // Changes sizes, and has what was at a point of the stage there again.
    keep(change, x = this.stage.clientWidth / 2, y = this.stage.clientHeight * readingLine) {
        const { pane } = this;
        const high = y + this.edge;
        const page = this.column.pageAt(pane.scrollTop + high);
        const down = (pane.scrollTop + high - this.column.tops[page]) / this.column.heightOf(page);
        const across = (pane.scrollLeft + x - this.column.left) / this.column.width;
        change();
        this.layOut();
        this.bound = null;
        pane.scrollTop = this.column.tops[page] + down * this.column.heightOf(page) - high;
        this.lastTop = pane.scrollTop;
        pane.scrollLeft = this.column.left + across * this.column.width - x;
        this.look();
    }

    wheel(event) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = this.stage.getBoundingClientRect();
        this.zoomTo(this.scale * Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
    }

    // Two fingers zoom; one scrolls, which the browser does.
    touch(event) {
        if (event.type === "pointerup" || event.type === "pointercancel") this.touches.delete(event.pointerId);
        else if (event.type === "pointerdown" || this.touches.has(event.pointerId)) this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const points = [...this.touches.values()];
        if (points.length !== 2) {
            this.pinch = null;
            return;
        }
        const length = Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y) || 1;
        this.pinch ??= { length, scale: this.scale };
        const box = this.stage.getBoundingClientRect();
        this.zoomTo((this.pinch.scale * length) / this.pinch.length, (points[0].x + points[1].x) / 2 - box.left, (points[0].y + points[1].y) / 2 - box.top);
    }
}
