// What is seen stays until there is something to see in its place.

// Keeps what a stage shows, as a picture, while `close` takes it away; returns what lets go of it, as soon as what is there by then is drawn.
export function keepSeen(stage, close) {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.ariaHidden = true;
    ghost.append(...[...stage.children].map((child) => child.cloneNode(true)));
    const { scrollTop, scrollLeft } = stage.querySelector(".pane") ?? {};
    close();
    stage.append(ghost);
    ghost.querySelector(".pane")?.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" });
    return () => requestAnimationFrame(() => requestAnimationFrame(() => ghost.remove()));
}
