// The library page: covers and titles, and places where readers were.
import { lastPlace } from "./book.js";
import { Looks } from "./looks.js";

const books = document.getElementById("books");
const note = document.getElementById("note");
const filter = document.getElementById("filter");
const add = document.getElementById("add");
const files = document.getElementById("files");
const unreadable = document.getElementById("unreadable");
const notes = document.getElementById("notes");
const night = document.getElementById("night-button");

// A cover that can't be shown leaves the title alone.
function entry(one) {
    const link = document.createElement("a");
    link.className = "book";
    link.href = `read/${one.name}`;
    link.dataset.title = one.title.toLocaleLowerCase();
    const cover = document.createElement("img");
    cover.alt = "";
    cover.loading = "lazy";
    // Without the version, which needs the document opened, it is asked for each time and leads to the one that is kept.
    cover.src = `iiif/3/${one.name}-${one.version ? `${one.version}-` : ""}1/full/!240,320/0/default.jpg`;
    cover.addEventListener("error", () => link.classList.add("coverless"));
    const title = document.createElement("span");
    title.textContent = one.title;
    link.append(cover, title);
    const place = lastPlace(one.name);
    if (place) {
        const progress = document.createElement("small");
        progress.textContent = `page ${place.label} · ${Math.round((100 * place.page) / place.pages)} %`;
        link.append(progress);
    }
    return link;
}

// What is not served, and why.
function problem({ path, reason }) {
    const line = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = path;
    line.append(name, `: ${reason}`);
    return line;
}

function show() {
    const wanted = filter.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const book of books.children) {
        book.hidden = !book.dataset.title.includes(wanted);
        if (!book.hidden) count += 1;
    }
    note.textContent = count ? "" : books.children.length ? "No title has this in it." : "There are no documents.";
}

async function list() {
    const reply = await fetch("documents.json", { cache: "no-cache" });
    if (!reply.ok) throw new Error(await reply.text());
    const { documents, uploads, unreadable: problems = [], notes: sentences = [] } = await reply.json();
    books.replaceChildren(...documents.map(entry));
    unreadable.hidden = !problems.length;
    unreadable.querySelector("ul").replaceChildren(...problems.map(problem));
    notes.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    add.hidden = !uploads;
    show();
}

// One after the other, so that each is told of by itself.
async function put(files) {
    const refused = [];
    for (const file of files) {
        note.textContent = `${file.name} is sent…`;
        try {
            const reply = await fetch(`documents/${encodeURIComponent(file.name)}`, { method: "PUT", body: file });
            if (!reply.ok) throw new Error((await reply.text()).trim());
        } catch (error) {
            refused.push(`${file.name}: ${error.message}`);
        }
    }
    await list();
    if (refused.length) note.textContent = refused.join("; ");
}

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
// Another page of this browser has changed it.
addEventListener("storage", showPaper);
night.addEventListener("click", switchPaper);
addEventListener("keydown", (event) => {
    if (event.key === "n" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches("input")) switchPaper();
});
try {
    await list();
} catch (error) {
    note.textContent = `The library can't be read: ${error.message}`;
}
filter.addEventListener("input", show);
// The way back leads to the page as it was left: progress has been made since.
addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    showPaper();
    list().catch(() => {});
});
add.addEventListener("click", () => files.click());
files.addEventListener("change", async () => {
    await put([...files.files]);
    files.value = "";
});
// Or dropped anywhere.
document.addEventListener("dragover", (event) => {
    if (!add.hidden) event.preventDefault();
});
document.addEventListener("drop", (event) => {
    if (add.hidden) return;
    event.preventDefault();
    put([...event.dataTransfer.files]);
});
