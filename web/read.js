// The reader: pages that are turned or scrolled, searched and looked through. Where it is, its address says (#page=iv, #number=4).
import { Book, keepPlace, lastPlace } from "./book.js";
import { Looks, memory, papers } from "./looks.js";
import { Paged, spreadKinds } from "./paged.js";
import { retry } from "./retry.js";
import { Scroll } from "./scroll.js";
import { Selection } from "./selection.js";
import { Session } from "./session.js";
import { Trouble, mention, sentence, waitFor } from "./trouble.js";

const element = (id) => document.getElementById(id);
const stage = element("stage");
// What the document is called in addresses, without looks.
const name = location.pathname.split("/").filter(Boolean).pop();
const trouble = new Trouble((password) => Book.unlock(name, password));

let book;
// Whether its text is laid out as it is wanted.
let flows = false;
// How pages are shown: as spreads that are turned, or one below the other. One of the two is open.
let paged;
let scroll;
let shown;
let found = { matches: [], pages: new Map() };

// What a way to show pages tells, and what it asks for.
const reader = {
    // Another page is shown, or more or fewer of them are.
    moved(page) {
        stage.dataset.page = page + 1;
        const { label } = book.pages[page];
        const total = book.pages.length;
        // What is printed on a page is in the field; its number is beside that where it is another.
        const count = label === `${page + 1}` ? `of ${total}` : `${page + 1} of ${total}`;
        element("number").value = label;
        element("count").textContent = count;
        element("slider").value = page + 1;
        element("slider").ariaValueText = `Page ${label}, ${count}`;
        const { isFirst, isLast } = shown;
        element("left").disabled = book.isRightToLeft ? isLast : isFirst;
        element("right").disabled = book.isRightToLeft ? isFirst : isLast;
        for (const button of element("thumbnails").children) {
            button.toggleAttribute("aria-current", shown.pages.includes(Number(button.dataset.page) - 1));
        }
    },
    // It rests there.
    settled(page) {
        element("place").textContent = shown.pages.map((one) => `Page ${book.pages[one].label}`).join(", ");
        keepPlace(book, page, shownLooks().size);
        showAddress();
    },
    // Marks on a page what was found there.
    dress(view) {
        const page = found.pages.get(view.page);
        view.mark(page ? page.boxes : [], page ? page.size : { width: 1, height: 1 });
    },
};

// Milliseconds before an address that the browser has refused is shown again.
const addressPause = 1000;
let addressing;

// Says in the address where it is. Browsers refuse that where it is done too often: Safari by an error, beyond 100 times in 30 seconds.
function showAddress() {
    clearTimeout(addressing);
    const address = book.address(shown.current);
    if (location.hash === address) return;
    try {
        history.replaceState(null, "", address);
    } catch {
        // Others say nothing.
    }
    if (location.hash !== address) addressing = setTimeout(showAddress, addressPause);
}

new Selection(stage, () => shown?.views.filter((view) => shown.pages.includes(view.page)) ?? []);

// The page server's reader of what is shown.
const session = new Session({
    // The same document with other pages: its file was written anew, for example.
    changed: (page) => refresh(page),
    bound: (page) => shown.turn(page),
});

// Keys

const keys = {
    ArrowRight: () => shown.right(), ArrowLeft: () => shown.left(), ArrowDown: () => shown.down(), ArrowUp: () => shown.up(),
    PageDown: () => shown.forward(), PageUp: () => shown.backward(), " ": () => shown.forward(),
    Home: () => shown.turn(0),
    End: () => shown.turn(book.pages.length - 1),
    "+": () => shown.zoomTo(shown.scale * 1.5), "=": () => shown.zoomTo(shown.scale * 1.5), "-": () => shown.zoomTo(shown.scale / 1.5),
    0: () => shown.zoomTo(1),
    n: () => setLooks(looks.switched),
    c: () => setScrolled(shown !== scroll),
    d: () => setSpreads(spreadKinds[(spreadKinds.indexOf(paged.spreads) + 1) % spreadKinds.length]),
    o: () => openPanel("contents"), t: () => openPanel("thumbnails"), "/": () => openPanel("search"), l: () => openPanel("looks"),
    Escape: () => openPanel(null),
};

addEventListener("keydown", (event) => {
    const isTaken = event.target.matches("input:not([type=checkbox])") && event.key !== "Escape";
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
    if (event.key === " " && event.target.matches("button, a, input")) return;
    const action = event.key === " " && event.shiftKey ? keys.PageUp : keys[event.key];
    if (!action || !book) return;
    event.preventDefault();
    action();
});

// Looks

let looks = Looks.remembered;
// How often the pages were to be shown otherwise.
let changes = 0;

// The looks in which pages are shown: those with which the document was opened.
const shownLooks = () => Looks.from(book.name.slice(book.plainName.length + 1));

function setLooks(next) {
    looks = next;
    next.keep();
    showChosen();
}

function showChosen() {
    showLooks();
    refresh();
}

Looks.onSystem(() => {
    if (looks.chosen) return;
    if (book) showChosen();
    else looks.show();
});

// Shows the document as it is now, in the looks that were chosen last: on a page, as long as nobody turns. What fails is said, and tried again.
async function refresh(page) {
    changes += 1;
    const [change, from] = [changes, shown.current];
    // Else others were chosen since, or it has changed once more, which comes instead.
    const isWanted = () => change === changes;
    const place = () => (shown.current === from ? page : undefined);
    await retry(() => waitFor(showAsItIs(isWanted, place)), isWanted, (error) => trouble.show(error, true));
}

// On the page that is its place, or where the text is that is read, if that is laid out anew.
async function showAsItIs(isWanted, place) {
    const opened = await Book.open(looks.name(book.plainName, flows));
    if (!isWanted()) return;
    trouble.clear();
    if (opened.pages.map(({ image }) => image).join() === book.pages.map(({ image }) => image).join()) return;
    const before = shownLooks();
    const isLaidOutAnew = flows && looks.size !== before.size;
    const page = isLaidOutAnew ? await placeIn(looks.size) : place();
    if (!isWanted()) return;
    if (opened.version !== book.version) mention("The document has changed: this is how it is now.");
    if (isLaidOutAnew || looks.isTrimmed !== before.isTrimmed || opened.version !== book.version) forgetSearch();
    await showInstead(opened, Math.min(page ?? shown.current, opened.pages.length - 1));
    if (isLaidOutAnew) reading.shown = shown.current;
}

// Where the text was that is read, and with which size: through any number of sizes, as long as nobody turns. `shown` is where that is now.
let reading = null;

// On which page, with text of another size, the text is that is read.
async function placeIn(size) {
    const page = shown.current;
    if (reading?.shown !== page) reading = { size: shownLooks().size, page, shown: page };
    const place = size === reading.size ? reading.page : await pageIn(size, reading.size, reading.page);
    return shown.current === page ? place : placeIn(size);
}

// On which page, with text of this size, the text is with which a page begins where it has another size.
function pageIn(size, before, page) {
    const [to, from] = [size, before].map((one) => new Looks("day", false, one));
    return Book.pageIn(to.text, from.name(book.plainName, true), page);
}

// What is seen stays until there is something to see in its place.
async function showInstead(opened, page) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.ariaHidden = true;
    ghost.append(...[...stage.children].map((child) => child.cloneNode(true)));
    const { scrollTop, scrollLeft } = stage.querySelector(".pane") ?? {};
    shown.close();
    stage.append(ghost);
    ghost.querySelector(".pane")?.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" });
    take(opened);
    show(page);
    looks.show();
    await Promise.all(shown.views.filter((view) => shown.pages.includes(view.page)).map((view) => view.visible));
    requestAnimationFrame(() => requestAnimationFrame(() => ghost.remove()));
}

function showLooks() {
    element("night-button").setAttribute("aria-pressed", looks.isDark);
    for (const input of element("papers").querySelectorAll("input")) input.checked = input.value === (looks.chosen ?? "");
    element("trim").checked = looks.isTrimmed;
    element("sizes").hidden = !flows;
    element("size").textContent = looks.size ? `${looks.size} pt` : "as it is";
}

element("papers").append(...[null, ...papers].map((chosen) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "paper", value: chosen ?? "" });
    input.addEventListener("change", () => setLooks(looks.with({ chosen })));
    label.append(input, chosen ? chosen[0].toUpperCase() + chosen.slice(1) : "As the system");
    return label;
}));
element("trim").addEventListener("change", (event) => setLooks(looks.with({ isTrimmed: event.target.checked })));
element("smaller").addEventListener("click", () => setLooks(looks.grown(false)));
element("larger").addEventListener("click", () => setLooks(looks.grown(true)));
element("plain").addEventListener("click", () => setLooks(looks.with({ size: null })));

function show(page) {
    shown.open(page);
    session.open(book.name, shown.current, shown.setup);
}

// Pages one below the other, or turned.
function setScrolled(isScrolled, beginning = 0) {
    const page = shown?.current ?? beginning;
    shown?.close();
    shown = isScrolled ? scroll : paged;
    stage.classList.toggle("scrolled", isScrolled);
    element("scroll-button").setAttribute("aria-pressed", isScrolled);
    element("spread-button").disabled = isScrolled;
    show(page);
    showSpreads();
    memory.set("scrolled", isScrolled ? "yes" : "no");
}

function setSpreads(kind) {
    if (shown !== paged) return;
    paged.setSpreads(kind);
    showSpreads();
}

function showSpreads() {
    const [sign, title] = { single: ["▯", "One page"], double: ["▯▯", "Two pages"], cover: ["▯·▯▯", "Two pages, the first one alone"] }[paged.spreads];
    const button = element("spread-button");
    button.textContent = sign;
    button.title = `${title} (d)`;
    button.ariaLabel = title;
}

// The panel beside the pages

function openPanel(which) {
    const parts = { contents: "contents-button", thumbnails: "pages-button", search: "search-button", looks: "looks-button" };
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
function goFromPanel(page, at = 0) {
    if (matchMedia("(max-width: 40rem)").matches) openPanel(null);
    return shown.turn(page, at);
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

function forgetSearch() {
    searching?.abort();
    found = { matches: [], pages: new Map() };
    element("search").querySelector("p").textContent = "";
    element("search").querySelector("ol").replaceChildren();
    shown.views.forEach(reader.dress);
}

element("search").querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const needle = event.target.querySelector("input").value.trim();
    const status = element("search").querySelector("p");
    const list = element("search").querySelector("ol");
    forgetSearch();
    searching = new AbortController();
    if (!needle) return;
    status.textContent = "Searching …";
    // Matches whose pages are not laid out so far, by their positions.
    let early = new Map();
    const from = shown.current;
    const isThere = () => shown.current === from;
    let hasGone = false;
    try {
        for await (const told of book.search(needle, searching.signal)) {
            if (told.error) throw new Error(told.error);
            if (told.again) {
                early = new Map();
                found = { matches: [], pages: new Map() };
                list.replaceChildren();
            }
            for (const match of told.matches ?? []) {
                const item = hit(match);
                const before = early.get(match.position);
                if (!match.page) early.set(match.position, item);
                else early.delete(match.position);
                if (before) before.replaceWith(item);
                else list.append(item);
                if (match.page) markMatch(match);
            }
            const count = found.matches.length + early.size;
            if (told.complete === undefined) status.textContent = searchStatus(count, told);
            else status.textContent = count === 0 && told.complete ? "Nothing was found." : `${count}${told.complete ? "" : " or more"} found`;
            if (told.matches?.length) shown.views.forEach(reader.dress);
            // To the first one from here on, as soon as it is there, where nobody has turned meanwhile.
            const next = hasGone || !isThere() ? undefined : found.matches.find((match) => match.page > from)
                ?? (told.complete === undefined ? undefined : found.matches[0]);
            hasGone ||= next !== undefined;
            if (next) goTo(next);
        }
    } catch (error) {
        if (error.name !== "AbortError") status.textContent = `This can't be searched: ${error.message}`;
    }
});

// A match is marked on its page, and on the one behind where it goes on there.
function markMatch(match) {
    found.matches.push(match);
    for (const [number, boxes] of [[match.page - 1, match.boxes], [match.page, match.rest ?? []]]) {
        const page = found.pages.get(number) ?? { boxes: [], size: match };
        page.boxes.push(...boxes);
        found.pages.set(number, page);
    }
}

function searchStatus(count, { searched, pages }) {
    const share = pages > 0 ? `, ${Math.min(Math.floor((searched * 100) / pages), 100)} % searched` : "";
    return count > 0 ? `${count} found${share} …` : `Searching …${share.slice(1)}`;
}

const goTo = (match) => goFromPanel(match.page - 1, match.boxes.length ? match.boxes[0][1] / match.height : 0);

function hit(match) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const marked = document.createElement("mark");
    marked.textContent = match.text;
    const page = document.createElement("small");
    page.textContent = match.page ? `${book.pages[match.page - 1]?.label ?? match.page} ` : `${Math.floor(match.share * 100)} % `;
    button.append(page, match.before, marked, match.after);
    // One whose page is not laid out so far gets a page soon.
    button.disabled = !match.page;
    button.addEventListener("click", () => goTo(match));
    item.append(button);
    return item;
}

// Begin

const buttons = {
    left: keys.ArrowLeft, right: keys.ArrowRight,
    "contents-button": keys.o, "pages-button": keys.t, "search-button": keys["/"], "scroll-button": keys.c, "spread-button": keys.d,
    "looks-button": keys.l, "night-button": keys.n,
};
for (const [id, action] of Object.entries(buttons)) element(id).addEventListener("click", () => book && action());
element("slider").addEventListener("change", (event) => shown.turn(Number(event.target.value) - 1));
element("goto").addEventListener("submit", (event) => {
    event.preventDefault();
    const { label } = book.pages[shown.current];
    const wanted = element("number").value.trim();
    // Of pages with the same label it is on one already.
    const page = wanted === label ? shown.current : book.find(wanted);
    if (page >= 0) shown.turn(page);
    else {
        element("number").value = label;
        mentionNoPage(wanted);
    }
    stage.focus();
});
addEventListener("hashchange", () => {
    if (!book) return;
    const page = book.addressed(location.hash);
    if (page >= 0) shown.turn(page);
    else mentionNoPage(Book.named(location.hash));
});

function mentionNoPage(wanted) {
    if (!wanted) return;
    const count = book.pages.length;
    mention(`There is no page ${wanted}: the document has ${count === 1 ? "1 page" : `${count} pages`}.`);
}

new ResizeObserver(() => {
    if (!shown) return;
    shown.resized();
    showSpreads();
}).observe(stage);

// What does not come may be of the document as it was.
let looking = null;
stage.addEventListener("missing", () => {
    looking ??= refresh().finally(() => {
        looking = null;
    });
});

// From a link the way back is the browser's.
stage.addEventListener("follow", async ({ detail: { page, at, other } }) => {
    if (other) {
        // The server leads on to another document, where the library has it.
        const reply = await fetch(other, { redirect: "manual" }).catch(() => null);
        if (reply?.type === "opaqueredirect") location.assign(other);
        else mention(reply ? sentence((await reply.text()).trim()) : "The server does not answer.");
        return;
    }
    try {
        history.pushState(null, "", book.address(page));
    } catch {
        // Where that is refused, too, the way back leads further.
    }
    shown.turn(page, at);
});

// Where the address says, else where this browser was last, else where the document asks for.
async function startingPage() {
    const asked = book.addressed(location.hash);
    const last = lastPlace(book.plainName);
    if (asked >= 0) return asked;
    mentionNoPage(Book.named(location.hash));
    if (!last) return book.start;
    if (!flows || (last.size ?? null) === looks.size) return Math.min(last.page, book.pages.length) - 1;
    // Its pages were others then.
    return pageIn(looks.size, last.size ?? null, last.page - 1).catch(() => 0);
}

// Shows a book from now on.
function take(opened) {
    book = opened;
    for (const way of [paged, scroll]) way.book = book;
    document.title = book.title;
    element("title").textContent = book.title;
    element("slider").max = book.pages.length;
    element("slider").classList.toggle("backward", book.isRightToLeft);
    fillPanel();
}

// Opens the document, as soon as that is possible.
async function open() {
    flows = await Book.flows(name);
    return Book.open(looks.name(name, flows));
}

function failed(error) {
    trouble.show(error, false);
    if (element("title").textContent) return;
    Book.title(name).then((title) => {
        if (!book) element("title").textContent = title;
    }, () => {});
}

const opened = await retry(() => waitFor(open()), () => true, failed);
trouble.clear();
document.body.classList.add("open");
[paged, scroll] = [new Paged(stage, opened, reader, session), new Scroll(stage, opened, reader, session)];
take(opened);
showLooks();
setScrolled(memory.get("scrolled") === "yes", await startingPage());
stage.focus();
