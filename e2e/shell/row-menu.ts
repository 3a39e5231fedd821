import { expect, type Locator, type Page } from "@playwright/test";

/** Chooses something to do with a row, in the menu behind its button. */
export async function choose(row: Locator, title: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await chooseItem(row.page(), title);
}

/** Chooses an item of the menu that is open. What it opens may be there before the menu, a dialog too, has gone. */
export async function chooseItem(page: Page, title: string): Promise<void> {
  await page.getByRole("menuitem", { name: title, exact: true }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}
