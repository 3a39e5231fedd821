import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { linesOf } from "@/e2e/axe";
import { QUICK_AXE } from "@/e2e/axe/quick-axe";
import { test } from "@/e2e/test";

const COLOURS = ["#777", "rgb(120 120 120 / 0.5)", "oklch(0.6 0.1 200)", "hsl(0.5turn 50% 50%)"];

/** A text in each colour on each other colour. Some combinations are readable. */
const TEXTS = COLOURS.map(
  (colour) => `<p style="color: ${colour}">Text <b style="background: white">upon</b></p>`,
);
const PAGE = `<!doctype html><title>Faults</title><img src="data:,">${["white", ...COLOURS]
  .map((colour) => `<div style="background: ${colour}; opacity: 0.9">${TEXTS.join("")}</div>`)
  .join("")}`;

test("the quick axe finds the same as axe itself", async ({ page }) => {
  const find = async (axeSource?: string) => {
    await page.setContent(PAGE);
    const builder = new AxeBuilder({ page, ...(axeSource ? { axeSource } : {}) });
    const { violations, passes, incomplete } = await builder.setLegacyMode().analyze();
    return { violations, passes, incomplete };
  };
  const usual = await find();
  expect(linesOf(usual.violations).join()).toMatch(/color-contrast: .*image-alt: /s);
  expect(await find(QUICK_AXE)).toEqual(usual);
});
