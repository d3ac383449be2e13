// The part of the panel in which looks are chosen, and how pages stand.
import { icon } from "./icons.js";
import { papers } from "./looks.js";

const element = (id) => document.getElementById(id);

// Spreads as Paged has them, and pages one below the other.
const ways = { single: "One", double: "Two", cover: "Cover, two", scroll: "Scroll" };

function choice(name, value, sign, text, chosen) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value });
    input.addEventListener("change", () => chosen(value));
    label.append(input, sign, text);
    return label;
}

export class Choices {
    // `set(changes)` is called with changes of the looks, `grow(isLarger)` for text of another size, `way(way)` with one of ways, `wide(isAlone)` for wide pages.
    constructor({ set, grow, way, wide }) {
        element("papers").append(...["", ...papers].map((paper) => {
            const sign = document.createElement("i");
            sign.className = paper || "system";
            sign.textContent = paper ? "Aa" : "";
            sign.ariaHidden = true;
            return choice("paper", paper, sign, paper ? paper[0].toUpperCase() + paper.slice(1) : "As the system", (chosen) => set({ chosen: chosen || null }));
        }));
        element("ways").append(...Object.entries(ways).map(([value, text]) => choice("way", value, icon(value), text, way)));
        element("trim").addEventListener("change", ({ target }) => set({ isTrimmed: target.checked }));
        element("wide").addEventListener("change", ({ target }) => wide(target.checked));
        element("smaller").addEventListener("click", () => grow(false));
        element("larger").addEventListener("click", () => grow(true));
        element("plain").addEventListener("click", () => set({ size: null }));
        element("fit").addEventListener("change", ({ target }) => set({ isFitted: target.checked }));
    }

    show(looks, flows) {
        element("night-button").setAttribute("aria-pressed", looks.isDark);
        for (const input of element("papers").querySelectorAll("input")) input.checked = input.value === (looks.chosen ?? "");
        element("trim").checked = looks.isTrimmed;
        element("sizes").hidden = element("fitted").hidden = !flows;
        element("fit").checked = looks.fits;
        element("size").textContent = looks.size ? `${looks.size} pt` : "as it is";
    }

    showWay(way, isWideAlone) {
        element("wide").checked = isWideAlone;
        for (const input of element("ways").querySelectorAll("input")) input.checked = input.value === way;
    }

    focus() {
        element("papers").querySelector(":checked").focus();
    }
}
