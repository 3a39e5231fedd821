import { expect } from "@playwright/test";
import { ownAccount } from "@/e2e/own-account";
import { expectNoWider, SCREENS } from "@/e2e/screens";
import { choose } from "@/e2e/shell/row-menu";
import { ACCOUNT, enter, signIn, signInOnPage } from "@/e2e/sign-in";
import { listening, test, WALK } from "@/e2e/test";

test("a place of the Members Area asks who one is, and leads there after signing in", async ({ page }) => {
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel("Email").fill(ACCOUNT.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("address or password is wrong")).toBeVisible();
  await signInOnPage(page, "/api-keys");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  const session = (await page.context().cookies()).find(({ name }) => name === "gateway.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});

test("a deep link is followed after signing in, its query string included", async ({ page }) => {
  for (const place of ["/messages?status=UNDELIV&search=a%26b", "/admin/accounts?search=x"]) {
    await page.goto(place);
    await expect(page).toHaveURL(
      (url) => url.pathname === "/sign-in" && url.searchParams.get("back") === place,
    );
  }
  await page.goto("/messages?status=UNDELIV&search=a%26b");
  await page.getByLabel("Email").fill(ACCOUNT.email);
  await page.getByLabel("Password").fill(ACCOUNT.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/messages\?status=UNDELIV&search=a%26b$/);
  await expect(page.getByLabel("Search")).toHaveValue("a&b");
});

test("signing in leads to no other site", async ({ page }) => {
  for (const back of [
    "//evil.example/x",
    "/\t/evil.example/x",
    "/\\evil.example/x",
    "https://evil.example/x",
  ]) {
    await page.goto(`/sign-in?back=${encodeURIComponent(back)}`);
    await page.getByLabel("Email").fill(ACCOUNT.email);
    await page.getByLabel("Password").fill(ACCOUNT.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page, JSON.stringify(back)).toHaveURL(/\/overview$/);
    expect(new URL(page.url()).origin).toBe(new URL(process.env.E2E_BASE_URL ?? "").origin);
    // An open page would notice, and go to the sign-in page by itself.
    await page.goto("about:blank");
    await page.context().clearCookies();
  }
});

test("an API key is made, works, and is deleted", { tag: WALK }, async ({ page, request }) => {
  await signIn(page, "/api-keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("End to end");
  await dialog.getByLabel("Daily limit").fill("0.10");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("only shown once")).toBeVisible();
  const [clientId = "", clientSecret = ""] = await dialog.locator("code").allTextContents();
  const form = { client_id: clientId, client_secret: clientSecret };
  expect((await request.post("/gateway/auth/token", { form })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  const row = page.getByRole("row", { name: /End to end/ });
  await expect(row).toContainText("$0.10$0.00 spent today");
  const { access_token: token } = await (await request.post("/gateway/auth/token", { form })).json();
  const send = () =>
    request.post("/gateway/sms/out", {
      headers: { authorization: `Bearer ${token}` },
      data: { to: "64211234567", body: "Kia ora", messageClass: "transactional" },
    });
  expect((await send()).status()).toBe(403);
  await choose(row, "Daily limit");
  await dialog.getByLabel("Daily limit").fill("$1,000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("$1,000.00");
  expect((await send()).status()).toBe(200);
  await row.getByRole("button", { name: "Disable" }).click();
  await expect(row.getByText("Disabled")).toBeVisible();
  // The page says so only when it is true.
  expect((await request.post("/gateway/auth/token", { form })).status()).toBe(401);
  await choose(row, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test("a new password ends every other session, and says so where it was chosen", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Changer");
  const other = listening(await (await browser.newContext()).newPage());
  await signIn(other, "/settings", account);
  await signIn(page, "/settings", account);
  const fill = async (present: string) => {
    await page.getByLabel("Current password").fill(present);
    await page.getByLabel("New password").fill("a brand new password");
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await fill("not the password");
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await fill(account.password);
  await expect(page.getByText("You’ve been signed out everywhere else.")).toBeVisible();
  await page.goto("/api-keys");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  // The open page there learns of it, and goes to the sign-in page by itself.
  await expect(other).toHaveURL(/\/sign-in/, { timeout: 15_000 });
  await other.context().close();
});

test("scripts run only where the page says so", async ({ page }) => {
  for (const place of ["/", "/sign-in", "/docs", "/docs/signatures", "/docs/reference", "/no-such-page"]) {
    const failures: string[] = [];
    const told = (message: { type(): string; text(): string }) =>
      message.type() === "error" && !message.text().includes("404") && failures.push(message.text());
    page.on("console", told);
    const response = await page.goto(place);
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/);
    expect(response?.headers()["x-content-type-options"]).toBe("nosniff");
    await page.waitForLoadState("networkidle");
    page.off("console", told);
    expect({ place, failures }).toEqual({ place, failures: [] });
  }
});

test("signing out ends it", async ({ page }) => {
  await signIn(page, "/settings");
  await page.getByRole("complementary").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/sign-in/);
});

for (const { name, themes, ...size } of SCREENS) {
  test(`settings and keys on a ${name}, ${themes.join(" and ")}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize(size);
    await enter(page, ACCOUNT);
    for (const [place, heading] of [
      ["settings", "Settings"],
      ["api-keys", "API keys"],
    ] as const) {
      await page.emulateMedia({ colorScheme: themes[0] });
      await page.goto(`/${place}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      await expectNoWider(page, `${place}-${name}`, { themes, fullPage: true });
    }
  });
}
