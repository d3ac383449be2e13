// The icons of icons.svg, for what is made by scripts.
const sheet = new URL("icons.svg", import.meta.url).href;
const space = "http://www.w3.org/2000/svg";

export function icon(name) {
    const [drawing, use] = ["svg", "use"].map((kind) => document.createElementNS(space, kind));
    drawing.classList.add("i");
    drawing.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${sheet}#${name}`);
    drawing.append(use);
    return drawing;
}
