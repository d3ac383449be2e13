// A document on the library's page: its cover, its title, and how far it was read.
import { icon } from "./icons.js";
import { retry } from "./retry.js";
import { Refusal, explain, request, sentence } from "./trouble.js";

// The box of a cover, in pixels, as the server keeps it (docs/web.md).
const box = "!360,480";
// Milliseconds that a document has to be in the page before its cover is asked for: who scrolls quickly asks for few.
const patience = 120;

let isScrolling = false;
let rest;
addEventListener(
    "scroll",
    () => {
        isScrolling = true;
        clearTimeout(rest);
        rest = setTimeout(() => (isScrolling = false), patience);
    },
    { passive: true },
);

function make(tag, className, text = "") {
    return Object.assign(document.createElement(tag), { className, textContent: text });
}

// In hundredths.
const share = ({ page, pages }) => Math.round((100 * page) / pages);

export class Card {
    #image;
    #cover = make("div", "cover");
    #reason = make("p", "reason");
    #about = make("small", "about");
    #bar = make("div", "bar");
    #entry;
    #isAwake = false;
    #state = "none";

    // `className`: "book" in the grid.
    constructor(entry, place, className = "book") {
        this.#entry = entry;
        this.element = document.createElement("li");
        const link = make("a", className);
        link.href = `read/${entry.name}`;
        link.dataset.title = entry.title.toLocaleLowerCase();
        const title = make("span", "title", entry.title);
        title.title = entry.title;
        // A title goes the way that its own script goes.
        title.dir = "auto";
        for (const [tag, text] of [["b", entry.title], ["i", entry.format]]) this.#cover.append(Object.assign(make(tag, "", text), { ariaHidden: true, dir: "auto" }));
        this.#image = Object.assign(document.createElement("img"), { alt: "", decoding: "async" });
        this.#cover.append(this.#reason, this.#image);
        this.#bar.append(document.createElement("div"));
        const text = make("div", "text");
        text.append(title, this.#about, this.#bar);
        link.append(this.#cover, text);
        this.element.append(link);
        this.read(place);
    }

    // Says how far it was read; null: never.
    read(place) {
        const parts = [this.#entry.format];
        if (place) parts.push(`page ${place.label}`, `${share(place)} %`);
        this.#about.textContent = parts.filter(Boolean).join(" · ");
        this.#bar.hidden = !place;
        if (place) this.#bar.firstChild.style.width = `${Math.max(2, share(place))}%`;
    }

    wake() {
        this.#isAwake = true;
        if (this.#state !== "none") return;
        this.#state = "asked";
        setTimeout(() => this.#load(), isScrolling ? patience : 0);
    }

    sleep() {
        this.#isAwake = false;
        if (this.#state !== "asked") return;
        // It is not asked for any more.
        this.#image.removeAttribute("src");
        this.#state = "none";
    }

    // Title and format stand there until the cover does, and for ever where there is none: then the reason is said.
    async #load() {
        const isWanted = () => this.#isAwake && this.#state === "asked";
        if (!isWanted()) return;
        // By its version it may be kept for ever; without, it leads to the one that is meant now.
        const { name, version } = this.#entry;
        const source = (version) => `iiif/3/${name}-${version}1/full/${box}/0/default.jpg`;
        await retry(
            async () => {
                if (version) {
                    // Where there is none of that version the file has changed meanwhile.
                    await load(this.#image, source(`${version}-`)).catch((error) => {
                        if (error.status !== 404) throw error;
                        return load(this.#image, source(""));
                    });
                } else await load(this.#image, source(""));
                if (!isWanted()) return;
                this.#state = "there";
                this.#cover.classList.add("there");
                this.#say("", "");
            },
            isWanted,
            (error) => {
                const isFinal = [403, 404, 422, 423].includes(error.status);
                if (isFinal) this.#state = "refused";
                if (error.status === 423) this.#say("lock", "Locked by a password");
                else this.#say("warning", isFinal ? sentence(error.message) : explain(error).title);
            },
        );
    }

    #say(name, text) {
        this.#reason.replaceChildren(...(text ? [icon(name), text] : []));
    }
}

// Why a picture does not come, only another request tells.
function load(image, source) {
    return new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = () => request(source).then(() => reject(new Refusal(503, "the picture can't be read")), reject);
        image.src = source;
    });
}
