import type { Locator, Page } from "@playwright/test";

/** How long a person waits for something to show, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Somebody at the browser, whose clicks, filled fields and pressed keys are counted. */
export class Person {
  readonly page: Page;
  clicks = 0;
  fields = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  /** Clicks the button of the page, or of the dialog that is open. */
  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole("button", { name, exact: typeof name === "string" }).first());
  }

  async follow(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole("link", { name }).first());
  }

  async fill(label: string, text: string, within: Page | Locator = this.page): Promise<void> {
    this.fields++;
    const field = within.getByLabel(label, { exact: true }).and(this.page.locator("input, textarea"));
    await field.fill(text);
  }

  async choose(label: string, option: string): Promise<void> {
    this.fields++;
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: option });
  }

  async key(key: string): Promise<void> {
    this.keys++;
    await this.page.keyboard.press(key);
  }

  /** Waits until a text shows. */
  async see(text: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByText(text).first().waitFor();
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** The pages of the navigation. */
  get pages(): Locator {
    return this.page.getByRole("navigation", { name: /Members Area|Administration/ });
  }
}
