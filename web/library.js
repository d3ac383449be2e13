// The library page: covers and titles, and places where readers were.
import { lastPlace } from "./book.js";
import { Looks } from "./looks.js";
import { retry } from "./retry.js";
import { Refusal, explain, request, sentence, waitFor } from "./trouble.js";

const books = document.getElementById("books");
const note = document.getElementById("note");
const filter = document.getElementById("filter");
const add = document.getElementById("add");
const files = document.getElementById("files");
const unreadable = document.getElementById("unreadable");
const notes = document.getElementById("notes");
const night = document.getElementById("night-button");

function entry(one) {
    const link = document.createElement("a");
    link.className = "book";
    link.href = `read/${one.name}`;
    link.dataset.title = one.title.toLocaleLowerCase();
    const title = document.createElement("span");
    title.textContent = one.title;
    const reason = document.createElement("small");
    reason.className = "reason";
    link.append(cover(one, link, reason), title, reason);
    const place = lastPlace(one.name);
    if (place) {
        const progress = document.createElement("small");
        progress.textContent = `page ${place.label} · ${Math.round((100 * place.page) / place.pages)} %`;
        link.append(progress);
    }
    return link;
}

// Title and format, until the cover is there, and for ever where there is none: then the reason is said.
function cover(one, link, reason) {
    const box = document.createElement("div");
    box.className = "cover";
    box.ariaHidden = true;
    const name = document.createElement("b");
    name.textContent = one.title;
    const format = document.createElement("i");
    format.textContent = one.format;
    const image = document.createElement("img");
    image.alt = "";
    image.loading = "lazy";
    box.append(name, format, image);
    // Without the version, which needs the document opened, it is asked for each time and leads to the one that is kept.
    const source = `iiif/3/${one.name}-${one.version ? `${one.version}-` : ""}1/full/!360,480/0/default.jpg`;
    let isFinal = false;
    retry(() => load(image, source), () => link.isConnected && !isFinal, (error) => {
        // Others may be different soon.
        isFinal = [403, 404, 422, 423].includes(error.status);
        reason.textContent = error.status === 423 ? "Locked by a password" : isFinal ? sentence(error.message) : explain(error).title;
    }).then(() => {
        if (isFinal) return;
        reason.textContent = "";
        box.classList.add("there");
    });
    return box;
}

// Why a picture does not come, only another request tells.
function load(image, source) {
    return new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = () => request(source).then(() => reject(new Refusal(503, "the picture can't be read")), reject);
        image.src = source;
    });
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
    const reply = await waitFor(request("documents.json", { cache: "no-cache" }));
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
await retry(list, () => true, (error) => {
    const { title, text } = explain(error);
    note.textContent = `${title} ${text}`;
});
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
