"use strict";
// What a page can do without a server: search, dark or light, contents on small screens, copying of code.
(() => {
    const page = document.documentElement;
    const root = page.dataset.root;
    const input = document.getElementById("search");
    const found = document.getElementById("found");
    page.classList.add("scripted");

    // --- dark or light: what the reader's system says, until the button is pressed ---
    const store = (() => { try { return window.localStorage; } catch (refused) { return null; } })();
    const remembered = store && store.getItem("theme");
    if (remembered === "dark" || remembered === "light") page.dataset.theme = remembered;
    document.getElementById("theme").addEventListener("click", () => {
        const dark = getComputedStyle(page).colorScheme === "dark";
        page.dataset.theme = dark ? "light" : "dark";
        if (store) store.setItem("theme", page.dataset.theme);
    });

    // --- contents ---
    const menu = document.getElementById("menu");
    menu.addEventListener("click", () => menu.setAttribute("aria-expanded", page.classList.toggle("open")));
    const current = document.querySelector("nav [aria-current]");
    if (current) document.querySelector("nav").scrollTop = current.offsetTop - 200;

    // --- code and headings ---
    for (const block of document.querySelectorAll("article pre")) {
        if (!navigator.clipboard) break;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Copy";
        button.addEventListener("click", async () => {
            await navigator.clipboard.writeText(block.querySelector("code").textContent);
            button.textContent = "Copied";
        });
        block.append(button);
    }
    for (const heading of document.querySelectorAll("article :is(h2, h3, h4)[id]")) {
        const link = document.createElement("a");
        link.className = "here";
        link.href = "#" + heading.id;
        link.textContent = "#";
        link.setAttribute("aria-label", "Link to this heading");
        heading.append(link);
    }

    // --- search: the index is a script, because a page from the disk may read no other file ---
    let loading = null;
    const index = () => loading ??= new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = root + "assets/search-index.js";
        script.onload = () => done(window.searchPages);
        script.onerror = failed;
        document.head.append(script);
    });

    const times = (text, word) => text.split(word).length - 1;

    // A section counts if it has every word; in the title of its page a word counts most, then in its heading.
    const hits = (pages, words) => {
        const list = [];
        for (const one of pages) {
            for (const [anchor, heading, text] of one.sections) {
                const [title, head, body] = [one.title, heading, text].map(part => part.toLowerCase());
                let score = 0;
                for (const word of words) {
                    const here = 12 * Math.min(1, times(head, word)) + Math.min(4, times(body, word));
                    const above = (head === title || here > 0) && title.includes(word) ? 9 : 0;
                    if (here + above === 0) { score = 0; break; }
                    score += here + above;
                }
                if (one.address === "CHANGELOG.html") score /= 4;
                if (score > 0) list.push({ score, page: one, anchor, heading, text });
            }
        }
        return list.sort((a, b) => b.score - a.score).slice(0, 20);
    };

    const marked = (text, words) => {
        const piece = document.createDocumentFragment();
        let rest = text;
        while (rest) {
            const places = words.map(word => [rest.toLowerCase().indexOf(word), word.length]).filter(([at]) => at >= 0);
            if (!places.length) break;
            const [at, length] = places.reduce((a, b) => a[0] <= b[0] ? a : b);
            const mark = document.createElement("mark");
            mark.textContent = rest.slice(at, at + length);
            piece.append(rest.slice(0, at), mark);
            rest = rest.slice(at + length);
        }
        piece.append(rest);
        return piece;
    };

    const excerpt = (text, words) => {
        const at = Math.max(0, Math.min(...words.map(word => {
            const place = text.toLowerCase().indexOf(word);
            return place < 0 ? Infinity : place;
        }).filter(Number.isFinite), text.length) - 60);
        return (at > 0 ? "… " : "") + (at + 180 < text.length ? text.slice(at, at + 180).replace(/\s\S*$/, " …") : text.slice(at));
    };

    const show = async () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        if (!words.length) { found.hidden = true; return; }
        const list = hits(await index(), words);
        found.replaceChildren(...list.map((hit, k) => {
            const link = document.createElement("a");
            link.href = root + hit.page.address + (hit.anchor ? "#" + hit.anchor : "");
            if (k === 0) link.className = "chosen";
            const name = document.createElement("b");
            name.append(marked(hit.page.title, words));
            link.append(name);
            if (hit.heading && hit.heading !== hit.page.title) link.append(" › ", marked(hit.heading, words));
            const line = document.createElement("small");
            line.append(marked(excerpt(hit.text, words), words));
            link.append(line);
            return link;
        }));
        if (!list.length) {
            const none = document.createElement("p");
            none.textContent = "Nothing has all of these words.";
            found.append(none);
        }
        found.hidden = false;
    };

    const choose = step => {
        const links = [...found.querySelectorAll("a")];
        const next = links[links.findIndex(link => link.className === "chosen") + step];
        if (!next) return;
        links.forEach(link => { link.className = ""; });
        next.className = "chosen";
        next.scrollIntoView({ block: "nearest" });
    };

    input.addEventListener("input", show);
    input.addEventListener("focus", index, { once: true });
    input.addEventListener("keydown", event => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            choose(event.key === "ArrowDown" ? 1 : -1);
        } else if (event.key === "Enter") {
            const link = found.querySelector("a.chosen");
            if (link && !found.hidden) link.click();
        } else if (event.key === "Escape") {
            found.hidden = true;
            input.blur();
        }
    });
    document.addEventListener("keydown", event => {
        if (event.key === "/" && document.activeElement === document.body) {
            event.preventDefault();
            input.focus();
        }
    });
    document.addEventListener("click", event => {
        if (!event.target.closest(".search") || event.target.closest("#found a")) found.hidden = true;
    });

    // index.html?q=words shows what is found
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) { input.value = asked; show(); }
})();
