import { expect, type Page } from "@playwright/test";

/** The account that these tests have to themselves. */
export const ACCOUNT = { email: process.env.E2E_USER_ID ?? "", password: process.env.E2E_PASSWORD ?? "" };

/** Signs in through the page, as a person does, and waits for the place that was asked for. */
export async function signIn(page: Page, place: string, account = ACCOUNT): Promise<void> {
  await page.goto(`/sign-in?back=${encodeURIComponent(place)}`);
  await page.getByLabel("E-mail address").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL((url) => url.pathname + url.search === place);
}
