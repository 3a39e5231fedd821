import type { Locator } from "@playwright/test";

/** Chooses something to do with a row, in the menu behind its button. */
export async function choose(row: Locator, title: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await row.page().getByRole("menuitem", { name: title, exact: true }).click();
}
