// The library page: what is in the library, what was read last, and what can be done with it.
import { lastPlaces } from "./book.js";
import { Card } from "./card.js";
import { Looks, memory } from "./looks.js";
import { retry } from "./retry.js";
import { Shelf } from "./shelf.js";
import { explain, request, waitFor } from "./trouble.js";
import { Uploads, dropped } from "./uploads.js";

const element = (id) => document.getElementById(id);
const [note, filter, order, count, add, files, night] = ["note", "filter", "order", "count", "add", "files", "night-button"].map(element);

// How many are offered to be read on.
const readingLimit = 12;
// Milliseconds between two looks at a library without documents.
const emptyTime = 5000;

// What the server has told, with what is looked for in each (`words`) and where it stands by its title (`rank`).
let documents = [];
// Where this browser was in each.
let places = new Map();
// What the server has told as it told it.
let tag = null;

const shelf = new Shelf(element("books"), (entry) => new Card(entry, places.get(entry.name)));

// Without accents and capitals.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const heard = Object.assign(document.createElement("span"), { className: "heard" });
const readAt = ({ name }) => places.get(name)?.at ?? (places.has(name) ? 1 : 0);

const orders = {
    title: (a, b) => a.rank - b.rank,
    newest: (a, b) => b.modified - a.modified || a.rank - b.rank,
    read: (a, b) => readAt(b) - readAt(a) || a.rank - b.rank,
};

// Numbers in titles as people count: 2 before 10.
function ranked(list) {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    const sorted = list.toSorted((a, b) => compare(a.title, b.title));
    for (const [rank, one] of sorted.entries()) Object.assign(one, { rank, words: plain(`${one.title} ${one.format}`) });
    return sorted;
}

// Shows what has all words of the filter in it.
function show() {
    const wanted = plain(filter.value).split(/\s+/).filter(Boolean);
    const found = wanted.length ? documents.filter(({ words }) => wanted.every((word) => words.includes(word))) : documents;
    element("all").hidden = !documents.length;
    element("books").hidden = !found.length;
    element("none").hidden = found.length > 0;
    const [some, all] = [found, documents].map((list) => list.length.toLocaleString("en"));
    heard.textContent = documents.length === 1 ? " document" : " documents";
    count.replaceChildren(wanted.length ? `${some} of ${all}` : all, heard);
    shelf.show(found);
    showReading(wanted.length > 0);
}

function sort() {
    documents = documents.toSorted(orders[order.value]);
}

// What was read last and is not at its end.
function showReading(isFiltered) {
    const began = ({ name }) => places.has(name) && places.get(name).page < places.get(name).pages;
    const list = isFiltered ? [] : documents.filter(began).sort(orders.read).slice(0, readingLimit);
    element("reading").hidden = !list.length;
    const shown = list.map((one) => `${one.name} ${one.version} ${JSON.stringify(places.get(one.name))}`).join();
    if (isFiltered || shown === showReading.shown) return;
    showReading.shown = shown;
    const cards = list.map((one) => new Card(one, places.get(one.name), "now"));
    element("reading").querySelector("ul").replaceChildren(...cards.map((card) => card.element));
    for (const card of cards) card.wake();
}

function readPlaces() {
    places = lastPlaces();
    for (const [name, card] of shelf.cards) card.read(places.get(name));
    if (order.value === "read") sort();
    show();
}

// What is not served, and why.
function problem({ path, reason }) {
    const line = document.createElement("li");
    line.append(Object.assign(document.createElement("b"), { textContent: path }), `: ${reason}`);
    return line;
}

const paragraph = (...parts) => {
    const text = document.createElement("p");
    text.append(...parts);
    return text;
};
const code = (text) => Object.assign(document.createElement("code"), { textContent: text });

// In place of documents: what is, and what can be done.
function showState(title, ...texts) {
    element("state").hidden = !title;
    document.body.classList.toggle("bare", Boolean(title));
    if (!title) return;
    element("state").querySelector("h2").textContent = title;
    element("state").querySelector("div").replaceChildren(...texts);
}

function showEmpty(folders) {
    element("again").hidden = true;
    element("choose").hidden = add.hidden;
    if (documents.length) {
        showState("");
        return;
    }
    const texts = add.hidden ? [] : [paragraph("Drop files anywhere on this page, or choose them.")];
    if (folders?.length) {
        const names = folders.flatMap((folder, number) => [number ? ", " : "", code(folder)]);
        texts.push(paragraph("What is put into ", ...names, " is here a moment later."));
    } else if (add.hidden) {
        texts.push(paragraph("Documents go into the folder that the server was given, by ", code("sheaf-web --library FOLDER"), " or by ", code("LibraryFolders="), " in sheafd.conf."));
    }
    showState("There are no documents yet", ...texts);
}

async function list() {
    const reply = await waitFor(request("documents.json", { cache: "no-cache" }));
    // As it was.
    if (tag && reply.headers.get("ETag") === tag) return;
    const told = await reply.json();
    tag = reply.headers.get("ETag");
    const before = new Map(documents.map((one) => [one.name, one]));
    documents = ranked(told.documents);
    // A file that has changed has another cover.
    if (documents.some(({ name, modified }) => (before.get(name) ?? { modified }).modified !== modified)) shelf.forget();
    sort();
    const { uploads, folders, unreadable = [], notes = [] } = told;
    element("unreadable").hidden = !unreadable.length;
    element("unreadable").querySelector("summary").textContent = `What can't be read: ${unreadable.length.toLocaleString("en")}`;
    element("unreadable").querySelector("ul").replaceChildren(...unreadable.map(problem));
    element("notes").replaceChildren(...notes.map((text) => paragraph(text)));
    add.hidden = !uploads;
    document.body.classList.toggle("adding", Boolean(uploads));
    showEmpty(folders);
    readPlaces();
}

// Lists what is new.
const look = () => list().catch(() => {});

function showPaper() {
    const looks = Looks.remembered;
    looks.show();
    night.setAttribute("aria-pressed", looks.isDark);
}

function switchPaper() {
    Looks.remembered.switched.keep();
    showPaper();
}

showPaper();
Looks.onSystem(showPaper);
night.addEventListener("click", switchPaper);
// Another page of this browser has read on, or has changed the paper.
addEventListener("storage", () => {
    showPaper();
    readPlaces();
});
addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    if (event.key === "n") switchPaper();
    if (event.key !== "/") return;
    event.preventDefault();
    filter.select();
});

function changeFilter() {
    show();
    // What is found begins below what stays in the window.
    const top = element("all").getBoundingClientRect().top - document.querySelector("header").offsetHeight;
    if (top < 0) scrollBy(0, top);
}

filter.addEventListener("input", changeFilter);
filter.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    filter.value = "";
    changeFilter();
});
element("clear").addEventListener("click", () => {
    filter.value = "";
    changeFilter();
    filter.focus();
});
order.value = Object.keys(orders).includes(memory.get("order")) ? memory.get("order") : "title";
order.addEventListener("change", () => {
    memory.set("order", order.value);
    sort();
    show();
});
element("again").addEventListener("click", () => dispatchEvent(new Event("again")));

const uploads = new Uploads(element("adding"), (text) => (note.textContent = text), look);
for (const button of [add, element("choose")]) button.addEventListener("click", () => files.click());
files.addEventListener("change", () => {
    uploads.put([...files.files]);
    files.value = "";
});
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = add.hidden ? "none" : "copy";
    document.body.classList.toggle("dropping", !add.hidden);
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (add.hidden) return;
    const found = dropped(event.dataTransfer);
    uploads.put(found.files, found.folders);
});

await retry(list, () => true, (error) => {
    const { title, text } = explain(error);
    showState(title, paragraph(text));
    element("again").hidden = false;
});
// The way back leads to the page as it was left: progress has been made since, and who comes back to it finds what is new.
addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    showPaper();
    readPlaces();
    look();
});
document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
});
setInterval(() => {
    if (!documents.length && !document.hidden) look();
}, emptyTime);
