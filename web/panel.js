// The panel at the side of the pages: contents, thumbnails, search, looks; one of them at a time.

const element = (id) => document.getElementById(id);

const parts = {
    contents: { button: "contents-button", name: "Contents" },
    thumbnails: { button: "pages-button", name: "Pages" },
    search: { button: "search-button", name: "Search" },
    looks: { button: "looks-button", name: "Looks" },
};

// There the panel covers the pages.
const narrow = matchMedia("(max-width: 40rem)");

export class Panel {
    // `opened` has, by the names of parts, what brings the focus to where one looks; `closed` what is done when a part goes. `came` is called when
    // the panel is there.
    constructor({ opened, closed, came }) {
        Object.assign(this, { opened, closed, came });
        this.shown = null;
        element("panel-close").addEventListener("click", () => this.close());
    }

    // Opens a part, or closes it where it is open.
    switch(part) {
        if (this.shown === part) this.close();
        else this.show(part);
    }

    // Pages take the focus.
    close() {
        const before = this.shown;
        this.show(null);
        element("stage").focus();
        if (before) this.closed[before]?.();
    }

    show(part) {
        this.shown = part;
        for (const [one, { button }] of Object.entries(parts)) {
            element(one).hidden = one !== part;
            element(button).setAttribute("aria-expanded", one === part);
        }
        element("panel").hidden = part === null;
        if (part === null) return;
        element("panel-name").textContent = parts[part].name;
        this.came();
        this.opened[part]();
    }

    // Lets the pages be seen, where they are covered.
    uncover() {
        if (!narrow.matches || this.shown === null) return;
        this.show(null);
        element("stage").focus();
    }
}
