import type { Page } from "@playwright/test";

/** The minimum width and height of a control for a finger, in pixels. */
const TARGET_PX = 44;

const CONTROLS = [
  "a[href]",
  "button",
  "summary",
  "input:not([type=hidden])",
  "select",
  "textarea",
  ...["button", "link", "tab", "switch", "checkbox", "radio", "menuitem"].map((role) => `[role=${role}]`),
].join(", ");

/**
 * Returns the visible controls of a page that are too small for a finger, with their sizes. The size of a
 * control is the area in which a press reaches it, including its label and its surroundings. Links within a
 * line of text may have the line's height.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ([controls, least]) => {
      const isInText = (control: Element) => {
        if (control.tagName !== "A" || getComputedStyle(control).display !== "inline") return false;
        let block = control.parentElement;
        while (block && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
        const own = control.textContent?.trim() ?? "";
        return (block?.textContent?.trim() ?? "").length > own.length;
      };
      const isSeen = (control: Element) => {
        const { width, height } = control.getBoundingClientRect();
        return control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
      };
      /**
       * Returns the distance from the middle of a control within which a press reaches it, in one direction.
       */
      const reach = (control: Element, x: number, y: number, [dx, dy]: readonly [number, number]) => {
        const labels = [...((control as HTMLInputElement).labels ?? [])];
        const isIt = (at: Element | null) =>
          at !== null && [control, ...labels].some((part) => part.contains(at) || at === part);
        let far = 0;
        while (far < least && isIt(document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1)))) far++;
        return far;
      };
      const scrolled = scrollY;
      const small = [...document.querySelectorAll(controls)].flatMap((control) => {
        if (!isSeen(control) || isInText(control)) return [];
        const rect = control.getBoundingClientRect();
        // Sizes are not whole pixels.
        if (Math.round(rect.width) >= least && Math.round(rect.height) >= least) return [];
        control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const across = reach(control, x, y, [-1, 0]) + 1 + reach(control, x, y, [1, 0]);
        const down = reach(control, x, y, [0, -1]) + 1 + reach(control, x, y, [0, 1]);
        // The pixels at both edges may belong to either side.
        if (across >= least - 2 && down >= least - 2) return [];
        const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40);
        return [`${control.tagName} ${name || control.getAttribute("name") || ""} is ${across} by ${down}`];
      });
      scrollTo({ top: scrolled, behavior: "instant" });
      return [...new Set(small)];
    },
    [CONTROLS, TARGET_PX] as const,
  );
}
