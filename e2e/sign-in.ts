import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { untilListening } from "@/e2e/test";

/** The account of these tests. */
export const ACCOUNT = { email: process.env.E2E_USER_ID ?? "", password: process.env.E2E_PASSWORD ?? "" };

/** Signs in through the page, as a person does, and waits for the place. */
export async function signInOnPage(page: Page, place: string, account = ACCOUNT): Promise<void> {
  await page.goto(`/sign-in?back=${encodeURIComponent(place)}`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectAt(page, place);
  await untilListening(page);
}

/**
 * Opens a page with a session, for a test that is not about signing in. Does not load the slow sign-in page.
 */
export async function signIn(page: Page, place: string, account = ACCOUNT): Promise<void> {
  await enter(page, account);
  await page.goto(place);
  await expectAt(page, place);
}

async function expectAt(page: Page, place: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname + url.search === place);
}

/** Gives a page or a browser's context a session, by the requests of the sign-in page. */
export async function enter(
  { request }: { request: APIRequestContext },
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password, json: "true" };
  expect((await request.post("/api/auth/callback/credentials", { form })).ok()).toBe(true);
}
