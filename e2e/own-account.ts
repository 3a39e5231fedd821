import { type APIRequestContext, type APIResponse, type Browser, expect, type Page } from "@playwright/test";
import { signIn } from "@/e2e/sign-in";

export const ADMINISTRATOR = {
  email: process.env.E2E_ADMIN_ID ?? "",
  password: process.env.E2E_ADMIN_PASSWORD ?? "",
};

export type OwnAccount = { id: number; email: string; password: string };

/** Asks the Members Area for something, as a page of its own does: with the session, and from where it is served. */
export async function askAs(page: Page, path: string, data: object): Promise<APIResponse> {
  const answer = await page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.ok(), `${path} answered ${await answer.text()}`).toBe(true);
  return answer;
}

/** An account that one test has to itself, opened by the administrator with money on it, in dollars. */
export async function ownAccount(browser: Browser, name: string, balance = "50"): Promise<OwnAccount> {
  const context = await browser.newContext();
  const office = await context.newPage();
  await signIn(office, "/admin", ADMINISTRATOR);
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const made = await askAs(office, "/api/admin/accounts", { email, name, balance, unicode: true });
  const { accountId, password } = await made.json();
  await context.close();
  return { id: accountId, email, password };
}

/** A number that no other test has. */
export function ownNumber(): string {
  return `6421${String(Math.floor(Math.random() * 9_000_000)).padStart(7, "0")}`;
}

/** What a program of the account's does with the API. */
export function programOf(request: APIRequestContext, { email: userId, password }: OwnAccount) {
  return async (path: string, form: Record<string, string>) => {
    const answer = await request.post(path, { form: { userId, password, ...form } });
    expect(answer.ok(), `${path} answered ${await answer.text()}`).toBe(true);
    return answer;
  };
}
