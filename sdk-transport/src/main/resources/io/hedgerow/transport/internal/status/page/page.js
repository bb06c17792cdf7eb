(() => {
  const period = 2000;
  const trouble = document.getElementById("trouble");
  const served = new Map([...document.querySelectorAll("[data-part]")].map((part) => [part.id, part.innerHTML]));
  let lost = null;

  function replaceParts(fresh) {
    document.title = fresh.title;
    for (const part of document.querySelectorAll("[data-part]")) {
      const next = fresh.getElementById(part.id);
      if (next === null || next.innerHTML === served.get(part.id)) {
        continue;
      }
      served.set(part.id, next.innerHTML);
      const open = [...part.querySelectorAll("details[open]")].map((each) => each.id);
      const scrolled = [...part.querySelectorAll(".picture, .wide")].map((each) => [each.scrollLeft, each.scrollTop]);
      part.replaceChildren(...next.childNodes);
      open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
      [...part.querySelectorAll(".picture, .wide")].forEach((each, k) => each.scrollTo(...(scrolled[k] ?? [0, 0])));
      if (part.id === "network") {
        networkPicture.attach(part);
      }
    }
  }

  async function refresh() {
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      replaceParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
      lost = null;
      trouble.textContent = "";
      document.body.dataset.updates = String(Number(document.body.dataset.updates) + 1);
    } catch {
      lost ??= new Date();
      const over = document.querySelector(".state[data-over]") !== null;
      trouble.textContent = over
        ? "The coordinator is gone. This is what it showed last."
        : "The coordinator has not answered since " + lost.toLocaleTimeString() + ". What you see is from before.";
    }
    setTimeout(refresh, period);
  }

  networkPicture.attach(document.getElementById("network"));
  setTimeout(refresh, period);
})();
