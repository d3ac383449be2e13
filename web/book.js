// A document as the server describes it: what is read of its manifest, and where its pictures and texts are.

import { retry } from "./retry.js";
import { Refusal, request } from "./trouble.js";

const root = new URL("..", import.meta.url);

export class Book {
    // What is called `name` in URLs; or its beginning, which needs no more of a text to be laid out.
    static async open(name, isBegun = false) {
        const book = new Book(name, await read(manifest(name, isBegun)));
        if (book.pages.length === 0) throw new Refusal(422, "it has no pages");
        return book;
    }

    // Takes in all pages, where it has those of the beginning. `isWanted`: whether somebody still reads it; `failed` is told what does not come.
    async readOn(isWanted, failed) {
        const all = await retry(() => Book.open(this.name), isWanted, failed);
        const { whole, isRead } = this;
        if (all) Object.assign(this, all, { whole, isRead });
        isRead();
    }

    // Whether the text of a document is laid out as it is wanted.
    static async flows(name) {
        return (await read(`looks/${name}`)).flows;
    }

    // What the library calls a document, which need not be open for that.
    static async title(name) {
        return (await read("documents.json")).documents.find((one) => one.name === name)?.title ?? "";
    }

    // Gives the server the password of a locked document, for this browser.
    static async unlock(name, password) {
        const bytes = String.fromCharCode(...new TextEncoder().encode(password));
        await request(new URL(`unlock/${name}`, root), { method: "POST", headers: { "Sheaf-Password": btoa(bytes) } });
    }

    // On which page of a document in other looks the text is with which a page of this one begins.
    static async pageIn(looks, name, page) {
        const address = new URL(`looks/${name}`, root);
        address.search = new URLSearchParams({ page: page + 1, to: looks });
        return ((await read(address)).page ?? 1) - 1;
    }

    constructor(name, manifest) {
        this.name = name;
        // Without the looks that are in its name.
        this.plainName = name.split(".")[0];
        this.isWhole = manifest.partOf === undefined;
        // Done when it has all pages, or nobody reads it any more.
        this.whole = new Promise((done) => {
            this.isRead = done;
        });
        if (this.isWhole) this.isRead();
        this.title = text(manifest.label);
        this.isRightToLeft = manifest.viewingDirection === "right-to-left";
        // Which pages it asks to have side by side: one of spreadKinds; undefined: it does not say.
        const layout = (manifest.metadata ?? []).find(({ label }) => text(label) === "Page layout");
        this.spreads = ["single", "double", "cover"].find((kind) => kind === text(layout?.value));
        // Addresses in a manifest are as the server believes that it is seen; only their ends are taken.
        this.pages = manifest.items.map((canvas) => ({
            label: text(canvas.label),
            width: canvas.width,
            height: canvas.height,
            isAlone: canvas.behavior?.includes("facing-pages") ?? false,
            image: canvas.thumbnail[0].service[0].id.split("/").pop(),
        }));
        // What it asks for pages that are wider than high, where two are side by side: "alone", or as others are.
        this.wides = this.pages.some(({ isAlone }) => isAlone) ? "alone" : "paired";
        // The first page of each label.
        this.labelled = new Map(this.pages.map(({ label }, page) => [label, page]).reverse());
        this.version = this.pages[0]?.image.split("-")[1];
        const index = new Map(manifest.items.map((canvas, at) => [canvas.id, at]));
        // The page that it asks to begin with.
        this.start = index.get(manifest.start?.id) ?? 0;
        this.outline = [];
        const add = (ranges, level) => {
            for (const range of ranges) {
                const canvas = range.items.find((item) => item.type === "Canvas");
                this.outline.push({ title: text(range.label), level, page: canvas ? index.get(canvas.id) : undefined });
                add(range.items.filter((item) => item.type === "Range"), level + 1);
            }
        };
        add(manifest.structures ?? [], 0);
    }

    // The picture of a page, so many pixels wide; not larger than it is.
    picture(page, width, height) {
        const { image, width: full } = this.pages[page];
        const size = height ? `!${width},${height}` : `${Math.min(Math.ceil(width), full)},`;
        return new URL(`iiif/3/${image}/full/${size}/0/default.jpg`, root).href;
    }

    // The picture of a page that is as large as can be in a box.
    pictureWithin(page, { width, height }) {
        return new URL(`iiif/3/${this.pages[page].image}/full/^!${width},${height}/0/default.jpg`, root).href;
    }

    // The side of tiles, in pixels.
    static tile = 512;

    // A tile of a page that is smaller by a factor.
    tile(page, factor, column, row) {
        const { image, width, height } = this.pages[page];
        const side = Book.tile * factor;
        const [x, y] = [column * side, row * side];
        const [w, h] = [Math.min(side, width - x), Math.min(side, height - y)];
        const size = `${Math.ceil(w / factor)},${Math.ceil(h / factor)}`;
        return { x, y, w, h, src: new URL(`iiif/3/${image}/${x},${y},${w},${h}/${size}/0/default.jpg`, root).href };
    }

    // In points of a page, with its size in points.
    async text(page) {
        return read(`text/${this.pages[page].image}`);
    }

    // The links on a page: where they are, in parts of its sides; and the address out of the document to which each leads, or the page
    // in it with the place there, as a part of its height.
    async links(page) {
        await this.whole;
        const { width, height, links } = await read(`links/${this.pages[page].image}`);
        return links.flatMap(({ box: [x0, y0, x1, y1], page: number, y, uri, document }) => {
            const frame = { left: x0 / width, top: y0 / height, width: (x1 - x0) / width, height: (y1 - y0) / height };
            if (uri !== undefined) return isOuter(uri) ? [{ frame, uri }] : [];
            if (document !== undefined) return [{ frame, document, uri: this.linked(document) }];
            const target = number - 1;
            if (!this.pages[target]) return [];
            // Both are as large on the screen as their pixels say.
            const at = ((y ?? 0) * this.pages[page].height) / height / this.pages[target].height;
            return [{ frame, page: target, at: Math.max(0, Math.min(at, 1)) }];
        });
    }

    // Where the server leads on to another document of the library, which a link here names.
    linked(document) {
        const address = new URL(`read/${this.plainName}`, root);
        address.search = new URLSearchParams({ to: document });
        return address.href;
    }

    // What the server tells of a search, as it is found (docs/web.md).
    async *search(needle, signal) {
        const address = new URL(`search/${this.name}`, root);
        address.searchParams.set("q", needle);
        const reply = await fetch(address, { signal, headers: { Accept: "application/x-ndjson" } });
        if (!reply.ok) throw new Error((await reply.text()).trim());
        const chunks = reply.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ; ) {
            const { value, done } = await chunks.read();
            const lines = (rest + (value ?? "")).split("\n");
            rest = lines.pop();
            for (const line of lines) yield JSON.parse(line);
            if (done) return;
        }
    }

    // What leads to a page in the address of the reader: what is printed on it, or its number where that is printed on one before it, too.
    address(page) {
        const { label } = this.pages[page];
        return this.labelled.get(label) === page ? `#page=${encodeURIComponent(label)}` : `#number=${page + 1}`;
    }

    // What an address calls the page to which it leads; null: it names none.
    static named(hash) {
        const parts = new URLSearchParams(hash.slice(1));
        return parts.get("page") ?? parts.get("number");
    }

    // The page to which that leads; -1: it says none.
    addressed(hash) {
        const parts = new URLSearchParams(hash.slice(1));
        const number = Number(parts.get("number")) - 1;
        return this.pages[number] ? number : this.find(parts.get("page"));
    }

    // By its number or by what is printed on it; -1: there is none.
    find(page) {
        const number = Number(page) - 1;
        return this.labelled.get(page) ?? (this.pages[number] ? number : -1);
    }
}

// The address of a manifest.
function manifest(name, isBegun = false) {
    return `iiif/presentation/3/${name}/${isBegun ? "beginning" : "manifest"}.json`;
}

// What the server has at an address, by JSON.
async function read(address, options) {
    return (await request(new URL(address, root), options)).json();
}

// Whether an address in a document may be gone to: nothing is run that a document says.
function isOuter(uri) {
    return URL.canParse(uri) && ["http:", "https:", "mailto:"].includes(new URL(uri).protocol);
}

// The first text of a value that has languages.
function text(value) {
    return Object.values(value ?? {})[0]?.[0] ?? "";
}

const key = (name) => `sheaf:${name}`;

// Where this browser was in a document last: its page, and the size of text with which that was counted.
export function lastPlace(name) {
    try {
        return JSON.parse(localStorage.getItem(key(name)));
    } catch {
        return null;
    }
}

// Where it was in each document, by its name.
export function lastPlaces() {
    try {
        const names = Object.keys(localStorage).filter((one) => one.startsWith(key("")));
        return new Map(names.map((one) => one.slice(key("").length)).map((name) => [name, lastPlace(name)]).filter(([, place]) => place?.pages > 0));
    } catch {
        return new Map();
    }
}

export function keepPlace(book, page, layout) {
    // How far that is, is known then.
    if (!book.isWhole) return;
    try {
        const place = { page: page + 1, label: book.pages[page].label, pages: book.pages.length, layout, at: Date.now() };
        localStorage.setItem(key(book.plainName), JSON.stringify(place));
    } catch {
        // A browser that keeps nothing begins at the first page.
    }
}
