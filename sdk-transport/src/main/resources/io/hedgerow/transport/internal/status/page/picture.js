"use strict";
const networkPicture = (() => {
  const step = 1.25;
  const deepest = 40;
  let frame = null;
  let svg = null;
  let whole = null;
  let view = null;
  let drag = null;

  const controls = document.createElement("div");
  controls.className = "controls";
  controls.innerHTML =
    '<span class="buttons"><button type="button" data-zoom="in" title="Larger (+)">+</button>' +
    '<button type="button" data-zoom="out" title="Smaller (-)">&minus;</button>' +
    '<button type="button" data-zoom="all" title="All of it (0)">All</button></span>' +
    '<label>Edges from <input type="range" min="0" max="100" value="0" step="1"> <output class="least"></output></label>' +
    '<label>Find <input type="search" placeholder="variable" autocomplete="off" spellcheck="false"></label>' +
    '<span class="said" role="status"></span>';
  const slider = controls.querySelector("input[type=range]");
  const search = controls.querySelector("input[type=search]");
  const least = controls.querySelector(".least");
  const said = controls.querySelector(".said");

  const edges = () => [...svg.querySelectorAll("[data-strength]")];
  const nodes = () => [...svg.querySelectorAll("[data-node]")];
  const strength = (edge) => Number(edge.dataset.strength);

  function look() {
    const box = view ?? whole;
    svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].join(" "));
  }

  function zoom(factor, x, y) {
    const box = view ?? whole;
    const w = Math.min(whole.w, Math.max(whole.w / deepest, box.w / factor));
    const scale = w / box.w;
    const at = { x: x ?? box.x + box.w / 2, y: y ?? box.y + box.h / 2 };
    view = { x: at.x - (at.x - box.x) * scale, y: at.y - (at.y - box.y) * scale, w, h: box.h * scale };
    look();
  }

  function pan(dx, dy) {
    const box = view ?? whole;
    view = { ...box, x: box.x + dx * box.w, y: box.y + dy * box.h };
    look();
  }

  function point(event) {
    const matrix = svg.getScreenCTM();
    return matrix === null ? { x: 0, y: 0 } : new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  function show() {
    const all = edges();
    const strongest = Math.max(0, ...all.map(strength));
    const limit = (strongest * Number(slider.value)) / 100;
    const wanted = search.value.trim().toLowerCase();
    const found = new Set(
      wanted === "" ? [] : nodes().filter((node) => node.dataset.name.toLowerCase().includes(wanted)).map((node) => node.dataset.node));
    const near = new Set(found);
    const joined = new Set();
    let shown = 0;
    for (const edge of all) {
      const on = strength(edge) >= limit;
      const ends = [edge.dataset.from, edge.dataset.to];
      const touches = ends.some((end) => found.has(end));
      edge.classList.toggle("off", !on);
      edge.classList.toggle("dim", wanted !== "" && !touches);
      shown += on ? 1 : 0;
      if (on) {
        ends.forEach((end) => joined.add(end));
        if (touches) {
          ends.forEach((end) => near.add(end));
        }
      }
    }
    for (const node of nodes()) {
      node.classList.toggle("dim", wanted === "" ? limit > 0 && !joined.has(node.dataset.node) : !near.has(node.dataset.node));
      node.classList.toggle("found", found.has(node.dataset.node));
    }
    least.value = limit.toPrecision(2) + (limit > 0 ? ", " + shown + " of " + all.length : "");
    said.textContent = wanted === "" ? "" : found.size === 0 ? "no such variable" : found.size + " found";
  }

  function name(edge) {
    return edge?.querySelector("title")?.textContent ?? "";
  }

  controls.addEventListener("input", show);
  controls.addEventListener("click", (event) => {
    const kind = event.target.dataset?.zoom;
    if (kind === "all") {
      view = null;
      look();
    } else if (kind !== undefined) {
      zoom(kind === "in" ? step : 1 / step);
    }
  });

  function keys(event) {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (event.key === "+" || event.key === "=") {
      zoom(step);
    } else if (event.key === "-") {
      zoom(1 / step);
    } else if (event.key === "0") {
      view = null;
      look();
    } else if (event.key in moves) {
      pan(...moves[event.key]);
    } else {
      return;
    }
    event.preventDefault();
  }

  function wheel(event) {
    if (event.ctrlKey || document.activeElement === frame) {
      const at = point(event);
      zoom(event.deltaY < 0 ? step : 1 / step, at.x, at.y);
      event.preventDefault();
    }
  }

  function down(event) {
    frame.focus({ preventScroll: true });
    drag = point(event);
    svg.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (drag !== null) {
      const at = point(event);
      const box = view ?? whole;
      view = { ...box, x: box.x + drag.x - at.x, y: box.y + drag.y - at.y };
      look();
    } else if (search.value.trim() === "") {
      said.textContent = name(event.target.closest("[data-strength]"));
    }
  }

  function attach(root) {
    frame = root.querySelector(".picture");
    svg = frame?.querySelector("svg") ?? null;
    if (svg === null) {
      controls.remove();
      return;
    }
    const box = svg.viewBox.baseVal;
    const size = { x: box.x, y: box.y, w: box.width, h: box.height };
    if (whole === null || whole.w !== size.w || whole.h !== size.h) {
      view = null;
    }
    whole = size;
    const focused = controls.contains(document.activeElement) ? document.activeElement : null;
    frame.classList.add("live");
    frame.before(controls);
    focused?.focus({ preventScroll: true });
    frame.addEventListener("keydown", keys);
    frame.addEventListener("wheel", wheel, { passive: false });
    svg.addEventListener("pointerdown", down);
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerup", () => { drag = null; });
    svg.addEventListener("pointercancel", () => { drag = null; });
    look();
    show();
  }

  return { attach };
})();
