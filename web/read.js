// The reader: pages that are turned or scrolled, searched and looked through. Where it is, its address says (#page=iv, #number=4).
import { Address } from "./address.js";
import { Bars } from "./bars.js";
import { Book, keepPlace, lastPlace } from "./book.js";
import { Choices } from "./choices.js";
import { Contents } from "./contents.js";
import { keepSeen } from "./ghost.js";
import { listen } from "./keys.js";
import { Looks, memory } from "./looks.js";
import { Paged } from "./paged.js";
import { Panel } from "./panel.js";
import { Place } from "./place.js";
import { retry } from "./retry.js";
import { Scroll } from "./scroll.js";
import { Search } from "./search.js";
import { Selection } from "./selection.js";
import { Session } from "./session.js";
import { spreadKinds } from "./spreads.js";
import { Thumbnails } from "./thumbnails.js";
import { Trouble, mention, sentence, waitFor } from "./trouble.js";
import { watchWindow } from "./window.js";

const element = (id) => document.getElementById(id);
const stage = element("stage");
// What the document is called in addresses, without looks.
const name = location.pathname.split("/").filter(Boolean).pop();
const trouble = new Trouble((password) => Book.unlock(name, password));

// Whether its text is laid out as it is wanted.
let flows = false;
// How pages are shown: as spreads that are turned, or one below the other.
let paged;
let scroll;

// What the parts around the pages know of what is read: `book`, `shown`, which is one of these two, and how to go to a page.
const reader = {
    book: null,
    shown: null,
    go(page, at = 0) {
        panel.uncover();
        return reader.shown.turn(page, at);
    },
};

const contents = new Contents(element("contents"), reader.go);
const thumbnails = new Thumbnails(element("thumbnails"), reader.go);
const search = new Search(reader);
const place = new Place(reader, (page) => contents.partAt(page)?.title ?? "", mention);
const address = new Address(reader, (page) => place.refuse(page));
const choices = new Choices({ set: (changes) => setLooks(looks.with(changes)), grow: (isLarger) => setLooks(looks.grown(isLarger)), way: setWay, wide: setWide });
const panel = new Panel({
    came: () => bars.come(),
    opened: { contents: () => contents.reveal(), thumbnails: () => thumbnails.reveal(), search: () => search.focus(), looks: () => choices.focus() },
    closed: { search: () => search.clear() },
});
const bars = new Bars(() => reader.book && panel.shown === null && !document.querySelector("dialog[open]") && !document.body.classList.contains("troubled"));

// What a way to show pages tells, and what it asks for.
const told = {
    // Another page is shown, or more or fewer of them are.
    moved(page) {
        const isOther = stage.dataset.page !== undefined && stage.dataset.page !== `${page + 1}`;
        stage.dataset.page = page + 1;
        place.moved(page);
        thumbnails.mark(reader.shown.pages);
        contents.mark(page);
        // Whoever turns reads.
        if (isOther) bars.go();
    },
    // It rests there.
    settled(page) {
        element("place").textContent = reader.shown.pages.map((one) => `Page ${reader.book.pages[one].label}`).join(", ");
        keepPlace(reader.book, page, Looks.layoutOf(reader.book.name));
        address.show();
    },
    dress: (view) => search.dress(view),
};

new Selection(stage, () => reader.shown?.views.filter((view) => reader.shown.pages.includes(view.page)) ?? []);

// The page server's reader of what is shown.
const session = new Session({
    // The same document with other pages: its file was written anew, for example.
    changed: (page) => refresh(page),
    bound: (page) => reader.shown.turn(page),
});

// Keys and buttons

const actions = {
    ...Object.fromEntries(["right", "left", "down", "up", "forward", "backward"].map((way) => [way, () => reader.shown[way]()])),
    first: () => reader.shown.turn(0),
    last: () => reader.book.whole.then(() => reader.shown.turn(reader.book.pages.length - 1)),
    zoomIn: () => reader.shown.zoomTo(reader.shown.scale * 1.5),
    zoomOut: () => reader.shown.zoomTo(reader.shown.scale / 1.5),
    zoomOff: () => reader.shown.zoomTo(1),
    night: () => setLooks(looks.switched),
    scroll: () => setScrolled(reader.shown !== scroll),
    spread: () => reader.shown === paged && setWay(spreadKinds[(spreadKinds.indexOf(paged.spreads) + 1) % spreadKinds.length]),
    wide: () => setWide(paged.wides !== "alone"),
    contents: () => !contents.isEmpty && panel.switch("contents"),
    thumbnails: () => panel.switch("thumbnails"),
    search: () => panel.switch("search"),
    looks: () => panel.switch("looks"),
    hitAfter: () => search.step(1),
    hitBefore: () => search.step(-1),
    full: () => bars.switchFull(),
    bars: () => bars.switch(),
    keys: () => element("keys").showModal(),
    close() {
        if (panel.shown) panel.close();
        else search.clear();
    },
};
listen(Object.fromEntries(Object.entries(actions).map(([one, action]) => [one, () => reader.book && action()])));

element("hits-close").addEventListener("click", () => {
    if (panel.shown === "search") panel.close();
    else search.clear();
});
stage.addEventListener("middle", () => bars.switch());

// Looks

let looks = Looks.remembered;
// How often the pages were to be shown otherwise.
let changes = 0;

// The looks in which pages are shown: those with which the document was opened.
const shownLooks = () => Looks.from(reader.book.name.slice(reader.book.plainName.length + 1));

function setLooks(next) {
    looks = next;
    next.keep();
    showChosen();
}

function showChosen() {
    choices.show(looks, flows);
    refresh();
}

const windowChanged = watchWindow(() => paged?.kind, () => reader.book && flows && looks.layout !== Looks.layoutOf(reader.book.name) && refresh());

Looks.onSystem(() => {
    if (looks.chosen) return;
    if (reader.book) showChosen();
    else looks.show();
});

// Shows the document as it is now, in the looks that were chosen last: on a page, as long as nobody turns. What fails is said, and tried again.
async function refresh(page) {
    changes += 1;
    const [change, from] = [changes, reader.shown.current];
    // Else others were chosen since, or it has changed once more, which comes instead.
    const isWanted = () => change === changes;
    const kept = () => (reader.shown.current === from ? page : undefined);
    await retry(() => waitFor(showAsItIs(isWanted, kept)), isWanted, (error) => trouble.show(error, true));
}

// On the page that is kept, or where the text is that is read, if that is laid out anew.
async function showAsItIs(isWanted, kept) {
    const { book } = reader;
    const opened = await Book.open(looks.name(book.plainName, flows));
    if (!isWanted()) return;
    trouble.clear();
    if (opened.pages.map(({ image }) => image).join() === book.pages.map(({ image }) => image).join()) return;
    const before = shownLooks();
    const isLaidOutAnew = flows && looks.layout !== Looks.layoutOf(book.name);
    const page = isLaidOutAnew ? await address.placeIn(looks.layout) : kept();
    if (!isWanted()) return;
    if (opened.version !== book.version) mention("The document has changed: this is how it is now.");
    if (isLaidOutAnew || looks.isTrimmed !== before.isTrimmed || opened.version !== book.version) search.clear();
    await showInstead(opened, Math.min(page ?? reader.shown.current, opened.pages.length - 1));
    if (isLaidOutAnew) address.reading.shown = reader.shown.current;
}

async function showInstead(opened, page) {
    const letGo = keepSeen(stage, () => reader.shown.close());
    take(opened);
    show(page);
    looks.show();
    const { shown } = reader;
    await Promise.all(shown.views.filter((view) => shown.pages.includes(view.page)).map((view) => view.visible));
    letGo();
}

// How pages stand

function show(page) {
    reader.shown.open(page);
    session.open(reader.book.name, reader.shown.current, reader.shown.setup);
    showWay();
}

// Pages one below the other, or turned.
function setScrolled(isScrolled, beginning = 0) {
    const page = reader.shown?.current ?? beginning;
    reader.shown?.close();
    reader.shown = isScrolled ? scroll : paged;
    stage.classList.toggle("scrolled", isScrolled);
    show(page);
    memory.set("scrolled", isScrolled ? "yes" : "no");
}

// `scroll`, or one of spreadKinds.
function setWay(way) {
    if ((way === "scroll") !== (reader.shown === scroll)) setScrolled(way === "scroll");
    if (way !== "scroll") paged.setSpreads(way);
    windowChanged();
    showWay();
}

// Whether wide pages stand alone where others are in pairs.
function setWide(isAlone) {
    if (reader.shown === paged) paged.setSpreads(paged.kind, isAlone ? "alone" : "paired");
    else paged.wide = isAlone ? "alone" : "paired";
    showWay();
}

function showWay() {
    choices.showWay(reader.shown === scroll ? "scroll" : paged.spreads, paged.wides === "alone");
}

new ResizeObserver(() => {
    if (!reader.shown) return;
    reader.shown.resized();
    showWay();
}).observe(stage);

// Pages that ask for something

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
    address.leave(page);
    reader.shown.turn(page, at);
});

// Shows a book from now on.
function take(opened) {
    reader.book = opened;
    for (const way of [paged, scroll]) way.book = opened;
    document.title = opened.title;
    element("title").textContent = opened.title;
    for (const part of [place, contents, thumbnails]) part.take(opened);
    element("contents-button").hidden = contents.isEmpty;
    if (contents.isEmpty && panel.shown === "contents") panel.close();
}

// Opens the document, as soon as that is possible. A text that is read from its beginning is shown before all of it is laid out.
async function open() {
    flows = await Book.flows(name);
    return Book.open(looks.name(name, flows), flows && !location.hash && !lastPlace(name));
}

// Has all pages of what is shown from its beginning.
async function readOn(book, version = book.version) {
    await book.readOn(() => reader.book === book, (error) => trouble.show(error, true));
    if (reader.book !== book) return;
    trouble.clear();
    const page = Math.min(reader.shown.current, book.pages.length - 1);
    // It was written anew meanwhile.
    if (book.version !== version) return showInstead(book, page);
    take(book);
    reader.shown === paged ? paged.show() : scroll.keep(() => {});
    keepPlace(book, page, Looks.layoutOf(book.name));
}

function failed(error) {
    trouble.show(error, false);
    Book.title(name).then((title) => {
        if (!reader.book && title) element("title").textContent = title;
    }, () => {});
}

const opened = await retry(() => waitFor(open()), () => true, failed);
trouble.clear();
document.body.classList.add("open");
[paged, scroll] = [new Paged(stage, opened, told, session), new Scroll(stage, opened, told, session)];
take(opened);
choices.show(looks, flows);
setScrolled(memory.get("scrolled") === "yes", await address.start(flows, looks.layout));
if (!opened.isWhole) readOn(opened);
stage.focus();
bars.goLater();
