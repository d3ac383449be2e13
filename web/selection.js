// Text that is selected: by a mouse, from where it is pressed to where it is let go, over pages too; by a finger that stays on a word.

// Points: so far beside a block of text a mouse selects what it has.
const beside = 40;
// Pixels from the edge of the pages, where these scroll while one selects, and how fast at most: in pixels a frame.
const edge = 32;
const fastest = 24;

// Pixels that a mouse may move and still only click; and milliseconds in which it is pressed again to select more.
const still = 4;
const again = 500;
// Milliseconds that a finger stays, behind those after which some browsers select by themselves; and pixels that it may move meanwhile.
const staying = 600;
const trembling = 8;

// How much is selected at once: characters, words or lines, by how often the mouse was pressed.
const grains = ["positionAt", "wordAt", "lineAt"];

export class Selection {
    // `views` tells the pages that are seen.
    constructor(stage, views) {
        Object.assign(this, { stage, views });
        this.anchor = null;
        const on = (type, listener) => stage.addEventListener(type, listener.bind(this), { capture: true });
        on("pointerdown", this.press);
        on("pointermove", this.drag);
        on("pointerup", this.release);
        on("pointercancel", this.release);
        // The browser selects nothing besides, and does not zoom.
        on("mousedown", (event) => this.anchor && event.preventDefault());
        on("dblclick", (event) => this.wasTaken && event.stopPropagation());
        // A link is followed where nothing was selected.
        on("click", (event) => {
            if (!this.wasTaken || !this.isDragged || !event.target.closest("a")) return;
            event.preventDefault();
            event.stopPropagation();
        });
        // A finger that selects scrolls nothing.
        stage.addEventListener("touchmove", (event) => this.anchor && event.preventDefault(), { passive: false });
        document.addEventListener("copy", (event) => this.copy(event));
    }

    // The page at a point of the window, or nearest to it, and the point in points of that page.
    at(x, y) {
        let nearest = null;
        for (const view of this.views()) {
            if (!view.text.blocks.length) continue;
            const box = view.element.getBoundingClientRect();
            const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
            if (!nearest || distance < nearest.distance) nearest = { view, box, distance };
        }
        if (!nearest) return null;
        const { view, box } = nearest;
        const scale = view.text.size.width / box.width;
        return { view, x: (x - box.left) * scale, y: (y - box.top) * scale, distance: nearest.distance };
    }

    // Whether it is on a page, at most so many points from a block of text.
    isOnText({ clientX, clientY }, most) {
        const place = this.at(clientX, clientY);
        return place?.distance === 0 && place.view.text.blockAt(place.x, place.y).distance <= most;
    }

    // What a press or a move there means: from where to where.
    range({ clientX, clientY }, grain) {
        const place = this.at(clientX, clientY);
        if (!place) return null;
        const found = place.view.text[grains[grain]](place.x, place.y);
        const [start, end] = grain === 0 ? [found, found] : found;
        return { page: place.view.page, text: place.view.text, start, end };
    }

    press(event) {
        this.wasTaken = false;
        clearTimeout(this.waiting);
        if (event.pointerType === "touch") return this.touch(event);
        // Pages that are turning are caught.
        const isTurning = [...this.stage.children].some((child) => child.getAnimations().length > 0);
        if (event.pointerType !== "mouse" || event.button !== 0 || isTurning) return;
        if (!this.isOnText(event, beside)) return;
        event.stopPropagation();
        this.wasTaken = true;
        this.isDragged = false;
        if (!event.target.closest("a")) this.stage.focus({ preventScroll: true });
        this.grain = this.presses(event);
        // With Shift what is selected goes on to there.
        if (!event.shiftKey || !this.last || getSelection().isCollapsed) this.last = this.range(event, this.grain);
        this.anchor = this.last;
        this.extend(event);
    }

    // Whoever stays on a word selects it. The pages are told that the finger is not theirs any more, by the event "selecting".
    touch(event) {
        if (!event.isPrimary) return;
        this.pressed = { x: event.clientX, y: event.clientY };
        this.waiting = setTimeout(() => {
            if (!this.isOnText(event, 0)) return;
            this.stage.dispatchEvent(new CustomEvent("selecting"));
            if (!getSelection().isCollapsed) return;
            this.grain = 1;
            this.anchor = this.range(event, this.grain);
            this.extend(event);
        }, staying);
    }

    // How much the press selects, as the place in `grains`: pointer events do not count presses.
    presses(event) {
        const isAgain = this.pressed && event.timeStamp - this.pressed.time < again
            && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) <= still;
        this.pressed = { time: event.timeStamp, x: event.clientX, y: event.clientY, count: isAgain ? this.pressed.count + 1 : 1 };
        return (this.pressed.count - 1) % grains.length;
    }

    drag(event) {
        const isStill = this.pressed && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) <= trembling;
        if (!isStill) clearTimeout(this.waiting);
        if (!this.anchor) return;
        event.stopPropagation();
        this.pointer = event;
        this.stage.setPointerCapture(event.pointerId);
        this.isDragged ||= Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > still;
        this.extend(event);
        if (!this.isScrolling) this.scroll();
    }

    release(event) {
        clearTimeout(this.waiting);
        if (!this.anchor) return;
        event.stopPropagation();
        this.anchor = this.pointer = null;
    }

    // Selects from where it began to there.
    extend(event) {
        const to = this.range(event, this.grain);
        const from = this.anchor;
        if (!to) return;
        const isBackward = before(to, from);
        const [base, extent] = isBackward ? [from.text.boundary(from.end), to.text.boundary(to.start)] : [from.text.boundary(from.start), to.text.boundary(to.end)];
        getSelection().setBaseAndExtent(...base, ...extent);
    }

    // Pages that are scrolled go on at the edges.
    scroll() {
        const pane = this.stage.querySelector(".pane");
        const box = this.stage.getBoundingClientRect();
        const y = this.pointer?.clientY;
        const beyond = y === undefined || !pane ? 0 : Math.min(y - box.top - edge, 0) + Math.max(y - box.bottom + edge, 0);
        this.isScrolling = beyond !== 0;
        if (!this.isScrolling) return;
        pane.scrollBy({ top: Math.max(-fastest, Math.min(beyond / 2, fastest)), behavior: "instant" });
        this.extend(this.pointer);
        requestAnimationFrame(() => this.scroll());
    }

    // Words that were parted at the end of a line are whole.
    copy(event) {
        const selection = getSelection();
        const isOnPages = !selection.isCollapsed && this.stage.contains(selection.anchorNode) && this.stage.contains(selection.focusNode);
        if (!isOnPages) return;
        const text = selection.toString().replace(/(?<=\p{L})[-\u2010]\n(?=\p{Ll})/gu, "").replace(/\u00ad\n?/g, "");
        event.clipboardData.setData("text/plain", text);
        event.preventDefault();
    }
}

function before(one, other) {
    const [a, b] = [one, other].map(({ page, start: { run, index } }) => [page, run, index]);
    const at = a.findIndex((value, place) => value !== b[place]);
    return at >= 0 && a[at] < b[at];
}
