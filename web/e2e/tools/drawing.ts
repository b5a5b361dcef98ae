/**
 * Runs in the page: a picture of a sheet as one SVG that needs no page around it. The drawing is the
 * boards' own; only what is there to be touched or heard is left out, and what repeats is written once.
 */
export function drawing(figure: Element, of: string): string {
  const NS = "http://www.w3.org/2000/svg";
  const [GAP, HEAD, REPEATED] = [24, 34, 160];
  const make = (name: string, values: Record<string, string | number>): SVGElement => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
    return made;
  };
  const names = new Map<string, string>();
  const told = (value: string): string =>
    value.replace(/url\("?#([^)"]+)"?\)|^#(.+)$/g, (_, id?: string, whole?: string) =>
      id === undefined ? `#${names.get(whole ?? "") ?? whole}` : `url(#${names.get(id) ?? id})`,
    );
  const out = make("svg", { xmlns: NS });
  const [width, height] = layOut();
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height, "data-of": of }))
    out.setAttribute(key, String(value));
  tidy();
  nameAnew();
  writeOnce();
  const style = make("style", {});
  style.textContent = styles();
  out.prepend(style);
  const scopes: string[] = [];
  const short = (name: string): string => `s${scopes.includes(name) ? scopes.indexOf(name) : scopes.push(name) - 1}`;
  return `${new XMLSerializer().serializeToString(out).replace(/svelte-[a-z0-9]+/g, short)}\n`;

  /** Puts the boards side by side, or one below the other if they are wide; tells the size. */
  function layOut(): [number, number] {
    const frames = [...figure.querySelectorAll(":scope > .frames > .frame")].map((frame) => ({
      head: frame.querySelector(":scope > p")?.textContent ?? null,
      svg: frame.querySelector(".board svg") as SVGSVGElement,
    }));
    const shapes = frames.map(({ svg: { viewBox } }) => viewBox.baseVal.height / viewBox.baseVal.width);
    const lying = Math.max(...shapes) < 0.66;
    const wide = lying ? 760 : frames.length > 1 ? 400 : 460;
    let [x, y, high] = [0, 0, 0];
    frames.forEach(({ head, svg }, n) => {
      const top = head === null ? 0 : HEAD;
      if (head !== null)
        out.append(Object.assign(make("text", { class: "head", x: x + wide / 2, y: y + 22 }), { textContent: head }));
      const copy = svg.cloneNode(true) as SVGSVGElement;
      const tall = Math.ceil(wide * (shapes[n] ?? 1));
      for (const [key, value] of Object.entries({ x, y: y + top, width: wide, height: tall }))
        copy.setAttribute(key, String(value));
      out.append(copy);
      high = Math.max(high, y + top + tall);
      if (lying) y = high + GAP;
      else x += wide + GAP;
    });
    return [lying ? wide : x - GAP, high];
  }

  function tidy(): void {
    out.querySelectorAll("[role=grid], foreignObject, title").forEach((part) => {
      part.remove();
    });
    const walker = document.createTreeWalker(out, NodeFilter.SHOW_COMMENT);
    const comments: Node[] = [];
    while (walker.nextNode()) comments.push(walker.currentNode);
    for (const comment of comments) comment.parentNode?.removeChild(comment);
    for (const part of out.querySelectorAll("*"))
      for (const { name, value } of [...part.attributes])
        if (/^(aria-|data-|role$|tabindex)/.test(name) || (name === "class" && value === ""))
          part.removeAttribute(name);
        else
          part.setAttribute(
            name,
            value.replace(/-?\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)))),
          );
  }

  /** Names things in the order they stand; two things that are alike have one name, and one is left. */
  function nameAnew(): void {
    const known = new Map<string, string>();
    const refer = (part: Element): void => {
      for (const { name, value } of [...part.attributes]) if (value.includes("#")) part.setAttribute(name, told(value));
    };
    for (const part of out.querySelectorAll("[id]")) {
      const { id } = part;
      [part, ...part.querySelectorAll("*")].forEach(refer);
      part.removeAttribute("id");
      const same = known.get(part.outerHTML);
      const name = same ?? `i${known.size}`;
      names.set(id, name);
      if (same !== undefined) part.remove();
      else {
        known.set(part.outerHTML, name);
        part.id = name;
      }
    }
    out.querySelectorAll("*").forEach(refer);
  }

  /** A group that has been drawn before refers to it, from its own place. */
  function writeOnce(): void {
    const PLACES = ["transform", "style"];
    const bare = (group: Element): Element => {
      const copy = group.cloneNode(true) as Element;
      for (const name of PLACES) copy.removeAttribute(name);
      return copy;
    };
    const looks = (group: Element): string =>
      [group, ...group.querySelectorAll("*")]
        .map((part) => getComputedStyle(part))
        .map((style) =>
          [
            style.fill,
            style.stroke,
            style.strokeWidth,
            style.strokeDasharray,
            style.opacity,
            style.stopColor,
            style.font,
          ].join(),
        )
        .join(";");
    const groups = [...out.querySelectorAll("g")].filter(
      (group) => group.closest("defs, pattern, clipPath") === null && group.querySelector("[id]") === null,
    );
    const alike = new Map<string, SVGGElement[]>();
    for (const group of groups) {
      const drawn = bare(group).outerHTML;
      alike.set(drawn, [...(alike.get(drawn) ?? []), group]);
    }
    const defs = make("defs", {});
    out.prepend(defs);
    document.body.append(out); // only there it has styles
    const found = [...alike].filter(([drawn, all]) => drawn.length > REPEATED && all.length > 1);
    for (const [drawn, all] of found.sort(([one], [other]) => other.length - one.length)) {
      const there = all.filter((group) => out.contains(group) && bare(group).outerHTML === drawn);
      const [first] = there;
      if (first === undefined || there.length < 2) continue;
      const once = bare(first);
      once.id = `g${defs.childElementCount}`;
      defs.append(once);
      if (there.some((group) => looks(group) !== looks(once))) {
        once.remove(); // what stands around it changes how it looks
        continue;
      }
      for (const group of there) {
        const use = make("use", { href: `#${once.id}` });
        for (const name of PLACES) if (group.hasAttribute(name)) use.setAttribute(name, group.getAttribute(name) ?? "");
        group.replaceWith(use);
      }
    }
    out.remove();
  }

  /** The rules of the page that touch this drawing, and the tokens that they use. */
  function styles(): string {
    document.body.append(out);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const kept = rules.flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule) || /:root|:hover|:focus|:active|:global/.test(rule.selectorText)) return [];
      const touching = rule.selectorText
        .split(/,(?![^(]*\))/)
        .filter((one) => /[.#[]/.test(one) && out.querySelector(one) !== null);
      const body = rule.style.cssText
        .replace(
          /(?:transition|animation|cursor|user-select|-webkit-user-select|will-change|pointer-events)[a-z-]*:[^;]*;/g,
          "",
        )
        .trim();
      return touching.length === 0 || body === "" ? [] : [`${touching.join(",")}{${told(body)}}`];
    });
    out.remove();
    const tokens = getComputedStyle(document.documentElement);
    const used = new Set<string>();
    const look = (text: string): void => {
      for (const [, name = ""] of text.matchAll(/var\((--[a-z0-9-]+)/g)) {
        const value = tokens.getPropertyValue(name).trim();
        if (value === "" || used.has(name)) continue;
        used.add(name);
        look(value);
      }
    };
    look(kept.join("") + out.innerHTML); // attributes name tokens, too
    const values = [...used].sort().map((name) => `${name}:${tokens.getPropertyValue(name).trim()}`);
    return `svg{${values.join(";")}}.head{font:17px sans-serif;text-anchor:middle;fill:#8a7a68}${kept.join("")}`.replace(
      /\s+/g,
      " ",
    );
  }
}
