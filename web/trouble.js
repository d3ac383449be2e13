// What went wrong, in sentences: what is, and what one can do. And that something is waited for.
import { icon } from "./icons.js";

const element = (id) => document.getElementById(id);

// The server's answer that it does not give something: the status, and the reason in its words. Status 0: there was no answer.
export class Refusal extends Error {
    constructor(status, reason) {
        super(reason);
        this.status = status;
    }

    static async of(reply) {
        return new Refusal(reply.status, (await reply.text()).trim());
    }
}

// Fetches something; what is not there is thrown as a Refusal.
export async function request(address, options) {
    let reply;
    try {
        reply = await fetch(address, options);
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Refusal(0, "");
    }
    if (!reply.ok) throw await Refusal.of(reply);
    return reply;
}

// A reason as a sentence.
export function sentence(text) {
    return text && `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

// What an error means for a document, which is read already or not: a title, and a text with what can be done.
export function explain(error, isOpen = false) {
    const reason = sentence(error.message);
    const loaded = isOpen ? " What is loaded can still be read." : "";
    switch (error.status) {
        case 0:
            return {
                title: navigator.onLine ? "The server does not answer." : "There is no network.",
                text: `It goes on by itself when there is a connection again.${loaded}`,
            };
        case 401:
        case 403: return { title: "This is not for everyone.", text: `${reason} Ask who runs this server.` };
        case 404:
            return {
                title: isOpen ? "The document is no longer in the library." : "There is no such document.",
                text: `It may have been removed or renamed. It opens by itself when it is there again.${loaded}`,
            };
        case 422: return { title: "This document can't be opened.", text: `${reason} When the file is replaced, it opens by itself.${loaded}` };
        case 423: return { title: "This document is locked.", text: "Its password opens it in this browser, until that is closed." };
        case 503: return { title: "The page server has no answer now.", text: `${reason} It is asked again by itself.${loaded}` };
        case 504: return { title: "This takes long.", text: `${reason} It is asked again by itself.${loaded}` };
        default: return { title: "This document can't be read.", text: `${reason} It is tried again by itself.${loaded}` };
    }
}

// The trouble of the reader: over the whole stage, where there is nothing to read, else in a line.
export class Trouble {
    // `unlock`: gives the server a password, and throws a Refusal where that does not fit.
    constructor(unlock) {
        this.shown = null;
        element("again").addEventListener("click", () => dispatchEvent(new Event("again")));
        element("unlock").addEventListener("submit", (event) => {
            event.preventDefault();
            this.give(unlock, element("password").value);
        });
    }

    show(error, isOpen) {
        const { title, text } = explain(error, isOpen);
        const isWhole = !isOpen || error.status === 423;
        if (!isWhole) {
            say(`${title} ${text}`);
            return;
        }
        if (this.shown === title + text) return;
        this.shown = title + text;
        element("state").querySelector("svg").replaceWith(icon(error.status === 423 ? "lock" : "warning"));
        element("state").querySelector("h2").textContent = title;
        element("state").querySelector("p").textContent = text;
        element("unlock").hidden = error.status !== 423;
        element("again").hidden = error.status === 423;
        document.body.classList.add("troubled");
        if (error.status === 423) element("password").focus();
    }

    // Everything is as it should be.
    clear() {
        if (this.shown) document.body.classList.remove("troubled");
        this.shown = null;
        element("password").value = "";
        element("unlock").querySelector("output").textContent = "";
        if (isTrouble) say("");
    }

    async give(unlock, password) {
        const answer = element("unlock").querySelector("output");
        if (!password) return;
        answer.textContent = "";
        try {
            await waitFor(unlock(password));
            dispatchEvent(new Event("again"));
        } catch (error) {
            answer.textContent = error.status === 423 ? "This password does not open it." : explain(error).title;
            element("password").select();
        }
    }
}

// Milliseconds that a line stays which only mentions something.
const mentionTime = 6000;
let isTrouble = false;
let forgetting;

// Says something in a line below, until something else is said.
function say(text) {
    clearTimeout(forgetting);
    isTrouble = text !== "";
    if (element("note").textContent !== text) element("note").textContent = text;
}

// Says something in a line for a while.
export function mention(text) {
    say(text);
    isTrouble = false;
    forgetting = setTimeout(() => say(""), mentionTime);
}

let waiting = 0;

// Shows that something is waited for, where that takes longer than a moment (tokens.css).
export async function waitFor(promise) {
    waiting += 1;
    document.body.classList.add("waiting");
    try {
        return await promise;
    } finally {
        waiting -= 1;
        document.body.classList.toggle("waiting", waiting > 0);
    }
}
