import { type APIRequestContext, type APIResponse, type Browser, expect } from "@playwright/test";
import { enter } from "@/e2e/sign-in";

export const ADMINISTRATOR = {
  email: process.env.E2E_ADMIN_ID ?? "",
  password: process.env.E2E_ADMIN_PASSWORD ?? "",
};

export type OwnAccount = { id: number; email: string; password: string };

/** Sends a request to the Members Area as one of its pages does: with the session and the page's origin. */
export async function askAs(
  { request }: { request: APIRequestContext },
  path: string,
  data: object,
): Promise<APIResponse> {
  const { origin } = new URL(process.env.E2E_BASE_URL ?? "");
  const answer = await request.post(path, { data, headers: { origin } });
  expect(answer.ok(), `${path} answered ${await answer.text()}`).toBe(true);
  return answer;
}

/** Creates an account for one test through the administrator, with a balance in dollars. */
export async function ownAccount(browser: Browser, name: string, balance = "50"): Promise<OwnAccount> {
  const office = await browser.newContext();
  await enter(office, ADMINISTRATOR);
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const made = await askAs(office, "/api/admin/accounts", { email, name, balance, unicode: true });
  const { accountId, password } = await made.json();
  await office.close();
  return { id: accountId, email, password };
}

/** Returns a number that no other test has. */
export function ownNumber(): string {
  return `6421${String(Math.floor(Math.random() * 9_000_000)).padStart(7, "0")}`;
}

/** Returns functions that call the API as a program of the account does. */
export function programOf(request: APIRequestContext, { email: userId, password }: OwnAccount) {
  return async (path: string, form: Record<string, string>) => {
    const answer = await request.post(path, { form: { userId, password, ...form } });
    expect(answer.ok(), `${path} answered ${await answer.text()}`).toBe(true);
    return answer;
  };
}
