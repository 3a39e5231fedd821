import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { askAs, ownAccount } from "@/e2e/own-account";
import { expectNoWider, SCREENS } from "@/e2e/screens";
import { enter } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

const credentials = { userId: process.env.E2E_USER_ID ?? "", password: process.env.E2E_PASSWORD ?? "" };

const GUIDES = [
  ["/docs", "Documentation"],
  ["/docs/first-message", "Your first message"],
  ["/docs/clients", "TypeScript and Python clients"],
  ["/docs/assistants", "AI assistants"],
  ["/docs/replies", "Replies and reports"],
  ["/docs/signatures", "Verifying signatures"],
  ["/docs/errors", "Errors"],
  ["/docs/limits", "Limits and rate limits"],
  ["/docs/idempotency", "Safe retries"],
  ["/docs/sandbox", "Sandbox and simulator"],
  ["/docs/waiting", "Queued, scheduled and held messages"],
  ["/docs/changelog", "Changelog"],
] as const;

/** Collects two faults of a page: logged errors, and requests to other servers. */
function watch(page: Page, baseURL: string | undefined): string[] {
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => {
    const isOwn = /^(data|blob):/.test(request.url()) || new URL(request.url()).origin === baseURL;
    if (!isOwn) wrong.push(request.url());
  });
  return wrong;
}

for (const { name, themes, ...size } of SCREENS) {
  test(`the guides on a ${name}, ${themes.join(" and ")}`, async ({ page, baseURL }) => {
    const wrong = watch(page, baseURL);
    await page.setViewportSize(size);
    for (const [path, title] of GUIDES) {
      await page.emulateMedia({ colorScheme: themes[0] });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page.getByRole("main")).toHaveCount(1);
      await expect(page.getByRole("banner")).toHaveCount(1);
      // On a phone the list is closed at first.
      const opener = page.getByText("All guides");
      const opens = await opener.isVisible();
      if (opens) await opener.click();
      const here = page.getByRole("navigation", { name: "Guides" }).locator("[aria-current=page]");
      await expect(here).toHaveText(title === "Documentation" ? "Overview" : title);
      if (opens) await opener.click();
      // Long lines and tables scroll inside their frames, never the page.
      await expectNoWider(page, `docs-${path.split("/").at(-1)}-${name}`, { themes, fullPage: true });
    }
    expect(wrong).toEqual([]);
  });

  test(`an operation is tried from the reference on a ${name}, ${themes.join(" and ")}`, async ({
    page,
    baseURL,
  }) => {
    const wrong = watch(page, baseURL);
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize(size);
    await page.goto("/docs/reference");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Send a message to one or many/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Send a message/);
    await expect(page.getByRole("main")).toHaveCount(1);

    // The example sends no message.
    const body = page.getByRole("textbox", { name: "Request body" });
    const example = JSON.parse(await body.inputValue());
    expect(example).toMatchObject({ to: "64211234567", sandbox: true });
    await page.getByLabel("Or user ID").fill(credentials.userId);
    await page.getByLabel("Password").fill(credentials.password);
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("200 OK", { exact: true }).last()).toBeVisible();
    await expect(page.getByText("SANDBOX_").last()).toBeVisible();
    await expectNoWider(page, `docs-reference-${name}`, { themes, fullPage: false });
    expect(wrong).toEqual([]);
  });
}

test("the landing page leads to the documentation, and the overview to every guide", { tag: WALK }, async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Read the documentation" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documentation");
  await page.getByRole("main").getByRole("link", { name: "Verifying signatures" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verifying signatures");
  const samples = page.getByRole("group", { name: "Verifying a request" });
  await expect(samples.getByRole("link", { name: "Download verify.sh" })).toBeVisible();
  await samples.getByRole("radio", { name: "Python" }).check();
  await expect(samples.getByText("import hmac")).toBeVisible();
  await expect(samples.getByRole("link")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download verify.py" }).click();
  expect((await download).suggestedFilename()).toBe("verify.py");
  await page
    .getByRole("navigation", { name: "Documentation" })
    .getByRole("link", { name: "Reference" })
    .click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /access token/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exchange an API key for an access token");
});

test("the language of samples is chosen for all pages, and kept", async ({ page }) => {
  await page.goto("/docs/first-message");
  const sample = page.getByRole("group", { name: "A message", exact: true });
  await expect(sample.getByText("await fetch(")).toBeHidden();
  await sample.getByRole("radio", { name: "Node" }).check();
  await expect(sample.getByText("await fetch(")).toBeVisible();
  await expect(sample.getByText("curl http")).toBeHidden();
  await page.goto("/docs/reference/send-otp");
  await expect(page.getByRole("radio", { name: "Node" }).first()).toBeChecked();
  await expect(page.getByText("await fetch(").first()).toBeVisible();
});

test("the documentation is searched by keyboard", async ({ page }) => {
  await page.goto("/docs/limits", { waitUntil: "networkidle" });
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("insufficient");
  await expect(page.getByRole("option").first()).toContainText("insufficient_funds");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors#insufficient_funds$/);
  await expect(page.getByRole("heading", { name: /^insufficient_funds/ })).toBeInViewport();
});

test("the reference is read without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/docs/reference/send-message");
  await expect(page.getByRole("link", { name: "messageClass", exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Python" }).first().check();
  await expect(page.getByText("requests.post(").first()).toBeVisible();
  await context.close();
});

test("the guides name the address that they are read at, and the errors of the API", async ({
  page,
  baseURL,
}) => {
  await page.goto("/docs/first-message");
  await expect(page.getByText(`curl ${baseURL}/gateway/sms/out`).first()).toBeVisible();
  await page.goto("/docs/errors");
  await expect(page.getByRole("heading", { name: "UNDELIV codes 2 or 16 Not delivered" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^insufficient_funds 403/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^idempotency_conflict 409/ })).toBeVisible();
});

test("the description names the address that it is fetched at", async ({ request, baseURL }) => {
  const document = await (await request.get("/openapi.json")).json();
  expect(document.servers).toEqual([{ url: baseURL }]);
});

test("the clients are downloaded, with the address that they are read at", async ({ page, baseURL }) => {
  await page.goto("/docs/clients");
  for (const file of ["gateway.ts", "gateway.py"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${file}` }).click();
    expect((await download).suggestedFilename()).toBe(file);
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain(`DEFAULT_BASE_URL = "${baseURL}"`);
  }
});

test("guides and the reference show who is signed in their own key and host", async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await ownAccount(browser, "Reader");
  await enter(page, account);
  const created = await askAs(page, "/api/members/api-keys", { name: "Web shop" });
  const { clientId } = (await created.json()).key;
  const { host } = new URL(baseURL ?? "");
  for (const guide of ["idempotency", "replies", "sandbox", "clients", "assistants", "first-message"]) {
    await page.goto(`/docs/${guide}`);
    await expect(page.getByRole("main"), guide).toContainText(clientId);
    await expect(page.getByRole("main"), guide).toContainText(host);
  }
  await page.goto("/docs/reference/issue-token");
  const sample = page.getByRole("main").locator("pre:visible").first();
  await expect(sample).toContainText(clientId);
  await expect(sample).toContainText(host);
  await expect(page.getByRole("textbox", { name: "Request body" })).toHaveValue(new RegExp(clientId));
  await page.goto("/docs/reference/send-message");
  await expect(page.getByRole("main")).toContainText(`with your newest API key, ${clientId}.`);
  await page.context().clearCookies();
  await page.goto("/docs/idempotency");
  await expect(page.getByRole("main")).toContainText("Get a token.");
});
