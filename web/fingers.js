// Fingers, mice and the wheel on pages that are turned: they pull, flick, tap, zoom, and drag zoomed pages about.
import { largestZoom } from "./page.js";

const doubleClickZoom = 2.5;
// Milliseconds: how a finger has moved so long before it was lifted is how fast it was; and spreads a second, below which it stood still.
const lastMoves = 100;
const slowest = 0.3;
// Milliseconds without the wheel, after which it turns again: a swipe over a trackpad goes on by itself for longer than it takes to turn.
const wheelRest = 150;
// Pixels that a finger may move and still only tap.
const tapDistance = 8;

export class Fingers {
    constructor(paged) {
        this.paged = paged;
        this.pointers = new Map();
        this.gesture = null;
        // What the wheel has moved since it rested; null: it has turned a page.
        this.wheeled = 0;
        this.listen();
    }

    // What is down had to do with pages that are there no more.
    forget() {
        this.gesture = null;
        this.pointers.clear();
        this.pullTo(0);
    }

    // The page is turned otherwise.
    lose() {
        this.gesture = null;
    }

    listen() {
        const { paged } = this;
        const { stage } = paged;
        const on = (type, listener, options) => stage.addEventListener(type, (event) => paged.isOpen && listener(event), options);
        on("pointerdown", (event) => this.press(event));
        on("pointermove", (event) => this.drag(event));
        on("pointerup", (event) => this.release(event));
        on("pointercancel", (event) => this.release(event));
        // What a mouse pulls is not selected by that, too.
        on("selectstart", (event) => this.isPulledByMouse && this.gesture && event.preventDefault());
        stage.addEventListener("click", (event) => {
            if (!paged.isOpen || !this.wasDragged || !event.target.closest("a")) return;
            event.preventDefault();
            event.stopPropagation();
        }, { capture: true });
        on("selecting", () => this.abandon());
        on("wheel", (event) => this.wheel(event), { passive: false });
        on("dblclick", (event) => {
            // Whoever taps quickly at a side turns.
            if (!this.isPulledByMouse && this.sideAt(event) !== 0) return;
            const box = stage.getBoundingClientRect();
            paged.zoomTo(paged.zoom.scale > 1 ? 1 : doubleClickZoom, event.clientX - box.left, event.clientY - box.top);
        });
    }

    press(event) {
        if (event.button !== 0) return;
        getSelection().removeAllRanges();
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        // Fingers that are left, of several or since the page was turned otherwise, do nothing more, nor do others until all are lifted.
        if (this.pointers.size > 1 && !this.gesture) return;
        this.wasDragged = false;
        this.isPulledByMouse = event.pointerType === "mouse";
        // A link is followed where nothing is dragged.
        if (!event.target.closest("a")) this.paged.stage.setPointerCapture(event.pointerId);
        this.begin(event);
    }

    // Fingers that are down do something else.
    abandon() {
        this.pointers.clear();
        if (!this.gesture) return;
        const { dragged } = this.gesture;
        this.gesture = null;
        this.paged.turnFrom(dragged, this.paged.bound);
    }

    begin(event) {
        const { paged } = this;
        const points = [...this.pointers.values()].map((point) => ({ ...point }));
        // It is caught where it glides. With two fingers it is not pulled.
        const start = points.length > 1 ? 0 : new DOMMatrix(getComputedStyle(paged.track).transform).m41;
        if (points.length > 1) {
            paged.bound = paged.current;
            paged.session.cancel(paged.current);
            paged.session.rest();
        }
        this.gesture = { points, zoom: { ...paged.zoom }, start, dragged: start, trail: [] };
        paged.steps += 1;
        this.pullTo(start);
    }

    pullTo(x) {
        this.paged.track.classList.remove("turning");
        this.paged.track.style.transform = x === 0 ? "" : `translateX(${x}px)`;
    }

    // How many spreads onwards so many pixels are.
    spreadsOf(pixels) {
        return (this.paged.book.isRightToLeft ? pixels : -pixels) / this.paged.stage.clientWidth;
    }

    drag(event) {
        const { gesture, pointers, paged } = this;
        const { stage } = paged;
        if (!pointers.has(event.pointerId) || !gesture) return;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const points = [...pointers.values()];
        if (points.length > 1 || Math.hypot(points[0].x - gesture.points[0].x, points[0].y - gesture.points[0].y) > tapDistance) {
            this.wasDragged = true;
            stage.setPointerCapture(event.pointerId);
        }
        const box = stage.getBoundingClientRect();
        if (points.length === 2 && gesture.points.length === 2) {
            const middle = (pair) => [(pair[0].x + pair[1].x) / 2 - box.left, (pair[0].y + pair[1].y) / 2 - box.top];
            const length = (pair) => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y) || 1;
            const scale = Math.max(1, Math.min((gesture.zoom.scale * length(points)) / length(gesture.points), largestZoom));
            const [was, is] = [middle(gesture.points), middle(points)];
            const change = scale / gesture.zoom.scale;
            paged.pan(scale, is[0] - (was[0] - gesture.zoom.x) * change, is[1] - (was[1] - gesture.zoom.y) * change);
        } else if (points.length === 1) {
            const [x, y] = [points[0].x - gesture.points[0].x, points[0].y - gesture.points[0].y];
            if (gesture.zoom.scale > 1) return paged.pan(gesture.zoom.scale, gesture.zoom.x + x, gesture.zoom.y + y);
            if (!this.wasDragged) return;
            const width = stage.clientWidth;
            const wanted = Math.max(-width, Math.min(gesture.start + x, width));
            const isForward = this.spreadsOf(wanted) > 0;
            gesture.dragged = (isForward ? paged.isLast : paged.isFirst) ? wanted / 3 : wanted;
            gesture.trail = [...gesture.trail.filter(({ time }) => time > event.timeStamp - lastMoves), { x: points[0].x, time: event.timeStamp }];
            this.pullTo(gesture.dragged);
            paged.session.pull(paged.all.number(paged.current) + this.spreadsOf(gesture.dragged));
        }
    }

    release(event) {
        const { paged } = this;
        if (!this.pointers.delete(event.pointerId) || !this.gesture) return;
        const { dragged, points, trail } = this.gesture;
        this.gesture = null;
        if (paged.zoom.scale > 1 || points.length > 1) {
            paged.bound = paged.current;
            return;
        }
        if (!this.wasDragged) {
            // It goes on to where it was bound for, unless it was a tap.
            paged.turnFrom(dragged, paged.bound);
            if (event.type === "pointerup" && event.pointerType !== "mouse" && !event.target.closest("a")) this.tap(event);
            return undefined;
        }
        const isTakenBack = event.type === "pointercancel";
        const since = trail.findIndex(({ time }) => time > event.timeStamp - lastMoves);
        const elapsed = since >= 0 ? event.timeStamp - trail[since].time : 0;
        const speed = elapsed > 0 ? (this.spreadsOf(trail.at(-1).x - trail[since].x) / elapsed) * 1000 : 0;
        const velocity = Math.abs(speed) < slowest ? 0 : speed;
        const target = this.boundFor(this.spreadsOf(dragged), isTakenBack ? null : velocity);
        if (isTakenBack) paged.session.cancel(target);
        else paged.session.release(velocity, target);
        paged.turnFrom(dragged, target);
    }

    // To which spread a finger's page goes that was lifted so many spreads onwards, at a velocity; null: it was taken back. As the reader has it
    // (docs/navigation.md), which is not waited for.
    boundFor(offset, velocity) {
        const { paged } = this;
        const steps = velocity === null ? 0 : velocity > 0 ? Math.ceil(offset) : velocity < 0 ? Math.floor(offset) : Math.round(offset);
        if (steps > 0 && !paged.isLast) return paged.all.after(paged.current);
        if (steps < 0 && !paged.isFirst) return paged.all.before(paged.current);
        return paged.current;
    }

    // At which side of the stage something is: 1 is the right one, 0 neither.
    sideAt({ clientX }) {
        const { left, width } = this.paged.stage.getBoundingClientRect();
        const place = (clientX - left) / width;
        return place >= 0.75 ? 1 : place <= 0.25 ? -1 : 0;
    }

    // At the sides a tap turns. The event "middle" tells one between them.
    tap(event) {
        const side = this.sideAt(event);
        if (side > 0) this.paged.right();
        else if (side < 0) this.paged.left();
        else this.paged.stage.dispatchEvent(new CustomEvent("middle"));
    }

    wheel(event) {
        const { paged } = this;
        event.preventDefault();
        const box = paged.stage.getBoundingClientRect();
        const { zoom } = paged;
        if (event.ctrlKey) return paged.zoomTo(zoom.scale * Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
        if (zoom.scale > 1) return paged.pan(zoom.scale, zoom.x - event.deltaX, zoom.y - event.deltaY);
        clearTimeout(this.wheelResting);
        this.wheelResting = setTimeout(() => {
            this.wheeled = 0;
        }, wheelRest);
        if (this.wheeled === null) return;
        this.wheeled += event.deltaY + (paged.book.isRightToLeft ? -event.deltaX : event.deltaX);
        if (Math.abs(this.wheeled) < 80) return;
        const isForward = this.wheeled > 0;
        this.wheeled = null;
        if (isForward) paged.forward();
        else paged.backward();
    }
}
