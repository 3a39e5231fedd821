import { createRequire } from "node:module";

/** Axe's own source, as the package has it that runs axe in a page. */
const { source } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"))(
  "axe-core",
) as { source: string };

/**
 * Stands for WeakMap and WeakSet in axe's source, which keeps each part of a colour in a map of its own: the memory of
 * these is slow to collect. A property of the key is not.
 */
const PROPERTIES = `class {
  name = Symbol();
  has(key) { return Object.hasOwn(key, this.name); }
  get(key) { return key[this.name]; }
  set(key, value) { key[this.name] = value; return this; }
  add(key) { return this.set(key, true); }
  delete(key) { return this.has(key) && delete key[this.name]; }
}`;

/**
 * Runs in the browser after axe, which reads from its text the colour of every element behind every text. A page has
 * few colours: each is read once.
 */
const READ_COLOURS_ONCE = `(() => {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const colours = new Map();
  prototype.parseString = function (text) {
    const colour = colours.get(text);
    if (colour === undefined) {
      parseString.call(this, text);
      const { r, g, b, alpha } = this;
      colours.set(text, { r, g, b, alpha });
    } else Object.assign(this, colour);
    return this;
  };
})();`;

/** Axe, which finds the same in little more than half the time. */
export const QUICK_AXE = `((WeakMap, WeakSet) => {${source}})(${PROPERTIES}, ${PROPERTIES});${READ_COLOURS_ONCE}`;
