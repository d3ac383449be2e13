// Keys and buttons: what each does is in read.html (#keys) and docs/web.md, too.

// `actions` have the names that stand here, and in `buttons`.
const keys = {
    ArrowRight: "right", ArrowLeft: "left", ArrowDown: "down", ArrowUp: "up", PageDown: "forward", PageUp: "backward", " ": "forward",
    Home: "first", End: "last", "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", 0: "zoomOff",
    n: "night", c: "scroll", d: "spread", w: "wide", o: "contents", t: "thumbnails", "/": "search", l: "looks",
    f: "full", b: "bars", "?": "keys", F3: "hitAfter", Escape: "close",
};
const shifted = { " ": "backward", F3: "hitBefore" };

const buttons = {
    left: "left", right: "right", "contents-button": "contents", "pages-button": "thumbnails", "search-button": "search", "looks-button": "looks",
    "night-button": "night", "full-button": "full", "keys-button": "keys",
};

export function listen(actions) {
    for (const [id, action] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", actions[action]);
    addEventListener("keydown", (event) => {
        const { key, target } = event;
        const isWritten = target.matches("input:not([type=checkbox], [type=radio])") && !["Escape", "F3"].includes(key);
        // An arrow chooses among the looks.
        const isChosen = target.matches("[type=radio]") && key.startsWith("Arrow");
        if (event.ctrlKey || event.metaKey || event.altKey || isWritten || isChosen) return;
        if (key === " " && target.matches("button, a, input")) return;
        // A window over the page has its own.
        if (document.querySelector("dialog[open]")) return;
        const action = actions[(event.shiftKey && shifted[key]) || keys[key]];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
