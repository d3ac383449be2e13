// Documents that are put into the library: each with how far it is, and with what came of it.
import { icon } from "./icons.js";
import { sentence } from "./trouble.js";

export class Uploads {
    #list;
    #waiting = [];
    #current = null;

    // `panel`: where they are listed. `say`: tells what came of one. `added`: called when some have come.
    constructor(panel, say, added) {
        Object.assign(this, { panel, say, added });
        this.#list = panel.querySelector("ul");
        panel.querySelector("button").addEventListener("click", () => this.#close());
        addEventListener("beforeunload", (event) => {
            if (this.#current) event.preventDefault();
        });
    }

    // One after the other, so that the first is there soon. `folders`: the names of those that came with them.
    put(files, folders = []) {
        if (!this.#current) this.#list.replaceChildren();
        this.panel.hidden = false;
        for (const file of files) this.#waiting.push(this.#row(file));
        for (const name of folders) this.#end(this.#row({ name }), false, "a folder is not added: drop the files in it");
        if (!this.#current) this.#next();
    }

    #row(file) {
        const element = document.createElement("li");
        const name = Object.assign(document.createElement("b"), { textContent: file.name });
        const said = Object.assign(document.createElement("span"), { className: "said", textContent: "Waiting" });
        const stop = Object.assign(document.createElement("button"), { className: "icon", title: "Stop" });
        stop.ariaLabel = `Stop ${file.name}`;
        stop.append(icon("close"));
        const bar = Object.assign(document.createElement("progress"), { max: 1, value: 0 });
        bar.ariaLabel = file.name;
        element.append(name, stop, said, bar);
        this.#list.append(element);
        const row = { file, element, name, said, stop, bar, request: null };
        stop.addEventListener("click", () => {
            if (row.request) row.request.abort();
            else {
                this.#waiting = this.#waiting.filter((one) => one !== row);
                this.#end(row, false, "stopped");
            }
        });
        element.scrollIntoView({ block: "nearest" });
        return row;
    }

    #next() {
        const row = this.#waiting.shift();
        this.#current = row ?? null;
        if (!row) return;
        const request = (row.request = new XMLHttpRequest());
        request.open("PUT", `documents/${encodeURIComponent(row.file.name)}`);
        request.upload.addEventListener("progress", ({ loaded, total }) => {
            row.bar.value = loaded / total;
            row.said.textContent = loaded < total ? `${Math.round((100 * loaded) / total)} %` : "Nearly there";
        });
        request.addEventListener("load", () => this.#answered(row));
        request.addEventListener("error", () => this.#done(row, false, "the server has closed the connection, or there is no network"));
        request.addEventListener("abort", () => this.#done(row, false, "stopped"));
        row.said.textContent = "0 %";
        request.send(row.file);
    }

    #answered(row) {
        const { status, responseText } = row.request;
        if (status !== 201) {
            this.#done(row, false, responseText.trim() || `the server answers ${status}`);
            return;
        }
        const link = Object.assign(document.createElement("a"), { href: `read/${JSON.parse(responseText).name}`, textContent: row.file.name });
        row.name.replaceChildren(link);
        this.#done(row, true, "added");
    }

    #done(row, isThere, text) {
        this.#end(row, isThere, text);
        if (isThere) this.added();
        this.#next();
    }

    #end(row, isThere, text) {
        row.element.classList.add(isThere ? "there" : "refused");
        row.bar.remove();
        row.stop.remove();
        row.said.replaceChildren(...(isThere ? [] : [icon("warning")]), sentence(text));
        this.say(`${row.file.name}: ${text}`);
    }

    #close() {
        this.panel.hidden = true;
    }
}

// The files of a drop: without folders, whose names are told apart.
export function dropped(transfer) {
    const folders = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory).map(({ name }) => name);
    return { folders, files: [...transfer.files].filter(({ name }) => !folders.includes(name)) };
}
