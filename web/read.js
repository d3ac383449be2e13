// The reader: spreads that are turned by keys, fingers and buttons, zoomed and searched. Where it is, its address says (#page=iv).
import { Book, keepPlace, lastPlace } from "./book.js";
import { PageView } from "./page.js";

const element = (id) => document.getElementById(id);
const stage = element("stage");
const track = element("track");
const note = element("note");
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const largestZoom = 8;
const doubleClickZoom = 2.5;
// Of the stage's width: a finger that has gone so far turns the page.
const turningDistance = 0.18;
// Pixels that a finger may move and still only tap.
const tapDistance = 8;

let book;
// The first page of the spread that is shown.
let current = 0;
let isDouble = null;
let zoom = { scale: 1, x: 0, y: 0 };
// By their first page.
const slides = new Map();
// By their page: whatever spread a page is in, it keeps what it shows.
const views = new Map();
let found = { matches: [], at: -1, pages: new Map() };

// Spreads

const showsTwo = () => isDouble ?? stage.clientWidth > stage.clientHeight * 1.2;

// The first page stands alone, as a cover does.
const spreadOf = (page) => (showsTwo() && page > 0 ? page - ((page - 1) % 2) : page);
const pagesOf = (first) => (showsTwo() && first > 0 && first + 1 < book.pages.length ? [first, first + 1] : [first]);
const after = (first) => first + pagesOf(first).length;
const before = (first) => spreadOf(first - 1);

// Where the pages of a spread are on the stage, in pixels.
function frames(first) {
    const pages = pagesOf(first);
    const [width, height] = [stage.clientWidth, stage.clientHeight];
    const margin = Math.min(width, height) < 500 ? 4 : 12;
    const sizes = pages.map((page) => book.pages[page]);
    // Pages of a spread are equally high.
    const across = sizes.reduce((sum, size) => sum + size.width / size.height, 0);
    const high = Math.min(height - 2 * margin, (width - 2 * margin) / across);
    let left = (width - high * across) / 2;
    const ordered = book.isRightToLeft ? [...pages].reverse() : pages;
    return ordered.map((page) => {
        const wide = (high * book.pages[page].width) / book.pages[page].height;
        const frame = { page, left, top: (height - high) / 2, width: wide, height: high };
        left += wide;
        return frame;
    });
}

function slide(first) {
    let slide = slides.get(first);
    const pages = pagesOf(first);
    if (!slide) {
        slide = { element: document.createElement("div"), pages: [] };
        slide.element.className = "slide";
        track.append(slide.element);
        slides.set(first, slide);
    }
    if (slide.pages.map((view) => view.page).join() !== pages.join()) {
        slide.pages = pages.map(view);
        slide.element.replaceChildren(...slide.pages.map((view) => view.element));
    }
    return slide;
}

function view(page) {
    if (!views.has(page)) views.set(page, new PageView(book, page));
    return views.get(page);
}

function place(first, offset) {
    const { element, pages } = slide(first);
    const isCurrent = offset === 0;
    element.style.transform = `translateX(${offset * 100}%)`;
    element.classList.toggle("current", isCurrent);
    element.inert = !isCurrent;
    const { scale, x, y } = isCurrent ? zoom : { scale: 1, x: 0, y: 0 };
    for (const frame of frames(first)) {
        const view = pages.find((one) => one.page === frame.page);
        const [left, top] = [frame.left * scale + x, frame.top * scale + y];
        view.place(left, top, frame.width * scale, frame.height * scale);
        const seen = {
            left: Math.max(-left, 0), top: Math.max(-top, 0),
            right: Math.min(stage.clientWidth - left, frame.width * scale - 1), bottom: Math.min(stage.clientHeight - top, frame.height * scale - 1),
        };
        view.sharpen(isCurrent && scale > 1 && seen.right > seen.left && seen.bottom > seen.top ? seen : null);
        if (isCurrent) {
            view.fitText();
            mark(view);
        }
    }
}

// Lays out what is shown and what is beside it, and lets go of all else.
function show() {
    const towards = book.isRightToLeft ? -1 : 1;
    const near = new Map([[current, 0]]);
    if (after(current) < book.pages.length) near.set(after(current), towards);
    if (current > 0) near.set(before(current), -towards);
    for (const [first, offset] of near) place(first, offset);
    for (const [first, { element }] of slides) {
        if (near.has(first)) continue;
        element.remove();
        slides.delete(first);
    }
    const shown = new Set([...slides.values()].flatMap(({ pages }) => pages));
    for (const [page, view] of views) if (!shown.has(view)) views.delete(page);
    const page = book.pages[current];
    stage.dataset.page = current + 1;
    element("number").value = page.label;
    element("slider").value = current + 1;
    const [isFirst, isLast] = [current === 0, after(current) >= book.pages.length];
    element("left").disabled = book.isRightToLeft ? isLast : isFirst;
    element("right").disabled = book.isRightToLeft ? isFirst : isLast;
    for (const button of element("thumbnails").children) {
        button.toggleAttribute("aria-current", pagesOf(current).includes(Number(button.dataset.page) - 1));
    }
}

// Turning

function settle() {
    const address = `#page=${encodeURIComponent(book.pages[current].label)}`;
    if (location.hash !== address) history.replaceState(null, "", address);
    keepPlace(book, current);
    for (const view of slide(current).pages) view.showText();
}

// Moves the track from where it is to rest.
function glide(from) {
    track.classList.remove("turning");
    track.style.transform = `translateX(${from}px)`;
    if (reduced.matches || Math.abs(from) < 1) {
        track.style.transform = "";
        return;
    }
    track.getBoundingClientRect();
    track.classList.add("turning");
    track.style.transform = "";
}

// Turns to a page; `dragged` is how far a finger has moved the track already.
async function turn(page, dragged = 0) {
    const target = spreadOf(Math.max(0, Math.min(page, book.pages.length - 1)));
    const from = current;
    if (target === from) return glide(dragged);
    const isNear = target === after(from) || target === before(from);
    // No page is turned to before there is anything to see of it.
    await Promise.all(slide(target).pages.map((view) => view.visible));
    if (current !== from) return;
    zoom = { scale: 1, x: 0, y: 0 };
    current = target;
    show();
    const towards = (target > from) !== book.isRightToLeft ? 1 : -1;
    glide(isNear ? dragged + towards * stage.clientWidth : 0);
    settle();
}

const forward = () => turn(after(current));
const backward = () => (current > 0 ? turn(before(current)) : undefined);

// Zooming: a point of the stage stays where it is.
function zoomTo(scale, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const wanted = Math.max(1, Math.min(scale, largestZoom));
    const change = wanted / zoom.scale;
    pan(wanted, x - (x - zoom.x) * change, y - (y - zoom.y) * change);
}

function pan(scale, x, y) {
    const within = (value, side) => Math.max(side * (1 - scale), Math.min(value, 0));
    zoom = { scale, x: within(x, stage.clientWidth), y: within(y, stage.clientHeight) };
    stage.dataset.zoom = scale;
    place(current, 0);
}

// Fingers and mice

const pointers = new Map();
let gesture = null;

stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // A mouse on text selects it.
    if (event.pointerType === "mouse" && event.target.closest(".text span")) return;
    getSelection().removeAllRanges();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stage.setPointerCapture(event.pointerId);
    const points = [...pointers.values()];
    gesture = { points: points.map((point) => ({ ...point })), zoom: { ...zoom }, time: event.timeStamp, dragged: 0 };
});

stage.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const points = [...pointers.values()];
    const box = stage.getBoundingClientRect();
    if (points.length === 2 && gesture.points.length === 2) {
        const middle = (pair) => [(pair[0].x + pair[1].x) / 2 - box.left, (pair[0].y + pair[1].y) / 2 - box.top];
        const length = (pair) => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y) || 1;
        const scale = Math.max(1, Math.min((gesture.zoom.scale * length(points)) / length(gesture.points), largestZoom));
        const [was, is] = [middle(gesture.points), middle(points)];
        const change = scale / gesture.zoom.scale;
        pan(scale, is[0] - (was[0] - gesture.zoom.x) * change, is[1] - (was[1] - gesture.zoom.y) * change);
    } else if (points.length === 1) {
        const [x, y] = [points[0].x - gesture.points[0].x, points[0].y - gesture.points[0].y];
        if (gesture.zoom.scale > 1) return pan(gesture.zoom.scale, gesture.zoom.x + x, gesture.zoom.y + y);
        const towards = (x < 0) !== book.isRightToLeft;
        const isEnd = towards ? after(current) >= book.pages.length : current === 0;
        gesture.dragged = isEnd ? x / 3 : x;
        track.classList.remove("turning");
        track.style.transform = `translateX(${gesture.dragged}px)`;
    }
});

function release(event) {
    if (!pointers.delete(event.pointerId) || !gesture) return;
    const { dragged, points } = gesture;
    if (pointers.size > 0) {
        gesture = { points: [...pointers.values()].map((point) => ({ ...point })), zoom: { ...zoom }, time: event.timeStamp, dragged: 0 };
        return;
    }
    const time = event.timeStamp - gesture.time;
    gesture = null;
    if (zoom.scale > 1 || points.length > 1) return;
    const isFlick = time < 300 && Math.abs(dragged) > 30;
    const isTurned = event.type === "pointerup" && (isFlick || Math.abs(dragged) > stage.clientWidth * turningDistance);
    const isForward = (dragged < 0) !== book.isRightToLeft;
    if (!isTurned) {
        if (event.type === "pointerup" && Math.abs(dragged) < tapDistance && event.pointerType !== "mouse") tap(event);
        return glide(dragged);
    }
    const target = isForward ? after(current) : before(current);
    if (target < 0 || target >= book.pages.length) return glide(dragged);
    turn(target, dragged);
}
stage.addEventListener("pointerup", release);
stage.addEventListener("pointercancel", release);

// At the edges of the stage a tap turns.
function tap(event) {
    const place = (event.clientX - stage.getBoundingClientRect().left) / stage.clientWidth;
    if (place > 0.25 && place < 0.75) return;
    if (place >= 0.75 !== book.isRightToLeft) forward();
    else backward();
}

stage.addEventListener("dblclick", (event) => {
    const box = stage.getBoundingClientRect();
    zoomTo(zoom.scale > 1 ? 1 : doubleClickZoom, event.clientX - box.left, event.clientY - box.top);
});

let wheeled = 0;
stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    if (event.ctrlKey) return zoomTo(zoom.scale * Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
    if (zoom.scale > 1) return pan(zoom.scale, zoom.x - event.deltaX, zoom.y - event.deltaY);
    wheeled += event.deltaY + (book.isRightToLeft ? -event.deltaX : event.deltaX);
    if (Math.abs(wheeled) < 80) return;
    const isForward = wheeled > 0;
    wheeled = 0;
    if (isForward) forward();
    else backward();
}, { passive: false });

// Keys

const keys = {
    ArrowRight: () => (book.isRightToLeft ? backward() : forward()),
    ArrowLeft: () => (book.isRightToLeft ? forward() : backward()),
    ArrowDown: forward, ArrowUp: backward, PageDown: forward, PageUp: backward, " ": forward,
    Home: () => turn(0),
    End: () => turn(book.pages.length - 1),
    "+": () => zoomTo(zoom.scale * 1.5), "=": () => zoomTo(zoom.scale * 1.5), "-": () => zoomTo(zoom.scale / 1.5), 0: () => zoomTo(1),
    n: () => setNight(!document.documentElement.classList.contains("night")),
    d: () => setDouble(!showsTwo()),
    o: () => openPanel("contents"), t: () => openPanel("thumbnails"), "/": () => openPanel("search"),
    Escape: () => openPanel(null),
};

addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target.matches("input") && event.key !== "Escape")) return;
    if (event.key === " " && event.target.matches("button, a")) return;
    const action = event.key === " " && event.shiftKey ? backward : keys[event.key];
    if (!action || !book) return;
    event.preventDefault();
    action();
});

// Looks

function setNight(isNight) {
    document.documentElement.classList.toggle("night", isNight);
    element("night-button").setAttribute("aria-pressed", isNight);
    try {
        localStorage.setItem("sheaf-night", isNight ? "yes" : "no");
    } catch {
        // It is day again next time.
    }
}

function setDouble(value) {
    isDouble = value;
    current = spreadOf(current);
    zoomTo(1);
    show();
    settle();
}

// The panel beside the pages

function openPanel(which) {
    const parts = { contents: "contents-button", thumbnails: "pages-button", search: "search-button" };
    const isOpen = which && element(which).hidden;
    for (const [part, button] of Object.entries(parts)) {
        element(part).hidden = !(isOpen && part === which);
        element(button).setAttribute("aria-expanded", Boolean(isOpen && part === which));
    }
    element("panel").hidden = !isOpen;
    if (isOpen && which === "search") element("search").querySelector("input").focus();
    else stage.focus();
    if (isOpen && which === "thumbnails") element("thumbnails").querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}

// On a phone the panel covers the pages.
function goFromPanel(page) {
    if (matchMedia("(max-width: 40rem)").matches) openPanel(null);
    return turn(page);
}

function fillPanel() {
    element("contents").replaceChildren(...book.outline.map(({ title, level, page }) => {
        const button = document.createElement("button");
        button.textContent = title;
        button.style.paddingInlineStart = `${0.8 + level}rem`;
        button.disabled = page === undefined;
        button.addEventListener("click", () => goFromPanel(page));
        return button;
    }));
    element("contents-button").hidden = book.outline.length === 0;
    element("thumbnails").dir = book.isRightToLeft ? "rtl" : "ltr";
    element("thumbnails").replaceChildren(...book.pages.map(({ label, width, height }, page) => {
        const button = document.createElement("button");
        button.dataset.page = page + 1;
        const image = new Image();
        image.loading = "lazy";
        image.alt = "";
        image.style.aspectRatio = `${width} / ${height}`;
        image.src = book.picture(page, 200, 200);
        button.append(image, label);
        button.addEventListener("click", () => goFromPanel(page));
        return button;
    }));
}

// Search

let searching = null;

element("search").querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const needle = event.target.querySelector("input").value.trim();
    const status = element("search").querySelector("p");
    const list = element("search").querySelector("ol");
    searching?.abort();
    searching = new AbortController();
    found = { matches: [], at: -1, pages: new Map() };
    list.replaceChildren();
    for (const { pages } of slides.values()) pages.forEach(mark);
    if (!needle) return;
    status.textContent = "Searching …";
    try {
        const result = await book.search(needle, searching.signal);
        found.matches = result.matches;
        for (const match of result.matches) {
            const page = found.pages.get(match.page - 1) ?? { boxes: [], size: match };
            page.boxes.push(...match.boxes);
            found.pages.set(match.page - 1, page);
        }
        status.textContent = result.matches.length === 0 ? "Nothing was found."
            : `${result.matches.length}${result.complete ? "" : " or more"} found`;
        list.append(...result.matches.map(hit));
        for (const { pages } of slides.values()) pages.forEach(mark);
        if (result.matches.length) await goFromPanel((result.matches.find((match) => match.page > current) ?? result.matches[0]).page - 1);
    } catch (error) {
        if (error.name !== "AbortError") status.textContent = `This can't be searched: ${error.message}`;
    }
});

function hit(match) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const marked = document.createElement("mark");
    marked.textContent = match.text;
    const page = document.createElement("small");
    page.textContent = `${book.pages[match.page - 1]?.label ?? match.page} `;
    button.append(page, match.before, marked, match.after);
    button.addEventListener("click", () => goFromPanel(match.page - 1));
    item.append(button);
    return item;
}

function mark(view) {
    const page = found.pages.get(view.page);
    view.mark(page ? page.boxes : [], page ? page.size : { width: 1, height: 1 });
}

// Begin

function pageOfAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1)).get("page");
    return wanted === null ? -1 : book.find(wanted);
}

const buttons = {
    left: keys.ArrowLeft, right: keys.ArrowRight,
    "contents-button": keys.o, "pages-button": keys.t, "search-button": keys["/"], "spread-button": keys.d, "night-button": keys.n,
};
for (const [id, action] of Object.entries(buttons)) element(id).addEventListener("click", () => book && action());
element("slider").addEventListener("change", (event) => turn(Number(event.target.value) - 1));
element("goto").addEventListener("submit", (event) => {
    event.preventDefault();
    const page = book.find(element("number").value.trim());
    if (page >= 0) turn(page);
    else element("number").value = book.pages[current].label;
    stage.focus();
});
addEventListener("hashchange", () => {
    const page = pageOfAddress();
    if (page >= 0) turn(page);
});
new ResizeObserver(() => {
    if (!book) return;
    current = spreadOf(current);
    zoom = { scale: 1, x: 0, y: 0 };
    show();
}).observe(stage);

try {
    setNight(localStorage.getItem("sheaf-night") === "yes");
} catch {
    // A browser that keeps nothing reads by day.
}
try {
    const name = location.pathname.split("/").filter(Boolean).pop();
    const opened = await Book.open(name);
    if (opened.pages.length === 0) throw new Error("it has no pages");
    book = opened;
    document.title = book.title;
    element("title").textContent = book.title;
    element("count").textContent = `/ ${book.pages.at(-1).label}`;
    element("slider").max = book.pages.length;
    element("slider").classList.toggle("backward", book.isRightToLeft);
    const asked = pageOfAddress();
    const last = lastPlace(name);
    current = spreadOf(asked >= 0 ? asked : last && last.page <= book.pages.length ? last.page - 1 : 0);
    fillPanel();
    show();
    settle();
    stage.focus();
} catch (error) {
    note.textContent = `The document can't be opened: ${error.message}`;
}
