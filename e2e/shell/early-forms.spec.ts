import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type OwnAccount, ownAccount } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

/** Opens a page whose scripts are held until the test releases them. It records all requested addresses. */
async function openBeforeScripts(context: BrowserContext, place: string) {
  const page = await context.newPage();
  let load = () => {};
  const isLate = new Promise<void>((resolve) => {
    load = resolve;
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    asked.push(request.url(), request.headers().referer ?? "");
  });
  await page.route("**/*.js", async (route) => {
    await isLate;
    await route.continue();
  });
  await page.goto(place, { waitUntil: "commit" });
  return { page, load, asked };
}

async function fillIn(page: Page, { email, password }: OwnAccount): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

test("a sign-in that is submitted early signs in when the scripts are loaded", async ({ browser }) => {
  const account = await ownAccount(browser, "Early bird");
  const context = await browser.newContext();
  const { page, load, asked } = await openBeforeScripts(context, "/sign-in?back=%2Fsettings");
  const address = page.url();
  await fillIn(page, account);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Password").press("Enter");
  // Without the script, the browser would have left the page before this line.
  await expect(page.locator("form[data-early]")).toHaveCount(1);
  expect(page.url()).toBe(address);
  load();
  await expect(page).toHaveURL(/\/settings$/);
  const signIns = asked.filter((url) => url.endsWith("/api/auth/callback/credentials"));
  expect(signIns).toHaveLength(1);
  for (const url of asked) expect(decodeURIComponent(url)).not.toContain(account.password);
  await context.close();
});

test("a form of the Members Area waits for its scripts, and its fields stay", async ({ browser }) => {
  const account = await ownAccount(browser, "Early writer");
  const context = await browser.newContext();
  await enter(context, account);
  const { page, load, asked } = await openBeforeScripts(context, "/settings");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another secret of 20 letters");
  await page.getByRole("button", { name: "Change password" }).click();
  load();
  await expect(page.getByText(/password is wrong/i)).toBeVisible();
  for (const url of asked) expect(decodeURIComponent(url)).not.toMatch(/another secret|not the password/);
  await context.close();
});

test("without scripts a form leads back to its page, and its fields are ignored", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [place, secret] of [
    ["/sign-in?back=%2Fsettings", "correct horse battery"],
    ["/reset-password?token=abc", "another horse battery"],
  ] as const) {
    await page.goto(place);
    const address = page.url();
    if (place.startsWith("/sign-in")) await page.getByLabel("Email").fill("someone@example.com");
    await page.getByLabel(/password/i).fill(secret);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("form button[type=submit]").click();
    expect((await answer).status(), place).toBe(303);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(page.url()).toBe(address);
    await expect(page.getByLabel(/password/i)).toHaveValue("");
  }
  await context.close();
});
