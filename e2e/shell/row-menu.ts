import { expect, type Locator, type Page } from "@playwright/test";

/** Chooses an action on a row, in the menu behind its button. */
export async function choose(row: Locator, title: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await chooseItem(row.page(), title);
}

/** Chooses an item of the open menu. A dialog that the item opens may appear before the menu has closed. */
export async function chooseItem(page: Page, title: string): Promise<void> {
  await page.getByRole("menuitem", { name: title, exact: true }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}
