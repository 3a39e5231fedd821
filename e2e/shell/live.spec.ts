import { expect } from "@playwright/test";
import { intercept } from "@/e2e/intercept";
import { ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter, signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

test("an open page shows by itself what has changed", { tag: WALK }, async ({ page, browser }) => {
  const account = await ownAccount(browser, "Watcher");
  const program = programOf(page.request, account);
  const [first, second] = [ownNumber(), ownNumber()];
  const form = { body: "Kia ora", messageClass: "transactional", from: "552" };
  await signIn(page, "/messages", account);
  await expect(page.getByText("$50.00").first()).toBeVisible();
  const table = page.getByRole("table", { name: "Messages" });
  await program("/gateway/sms/out", { ...form, to: first });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Delivered", { timeout: 15_000 });
  await expect(page.getByText("$49.88").first()).toBeVisible();

  await test.step("and without a stream it looks now and then", async () => {
    await page.route("**/api/members/events**", (route) => route.fulfill({ status: 503, json: {} }));
    await page.clock.install();
    await page.reload();
    await program("/gateway/sms/out", { ...form, to: second });
    await expect(table.getByRole("row")).toHaveCount(2);
    // The wait begins when the page has been refused a stream.
    await expect(async () => {
      await page.clock.fastForward(31_000);
      await expect(table.getByRole("row")).toHaveCount(3, { timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  });
});

test("an unsent text is there again, until its writer signs out", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Writer");
  await signIn(page, "/send", account);
  const text = page.getByRole("textbox", { name: "Text" });
  const number = ownNumber();
  await page.getByLabel("Numbers").fill(number);
  await text.fill("Half a sen");
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await page.getByRole("link", { name: "Send", exact: true }).first().click();
  await expect(text).toHaveValue("Half a sen");
  await page.reload();
  await expect(text).toHaveValue("Half a sen");
  await expect(page.getByLabel("Numbers")).toHaveValue(number);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, "/send", account);
  await expect(text).toHaveValue("");
});

test("a page whose session has ended leaves when its stream breaks", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Leaver");
  await enter(page, account);
  const streams = page.waitForRequest("**/api/members/events**");
  const body = "retry: 100\n\n";
  const end = await intercept(page, "**/api/members/events**", (route) =>
    route.fulfill({ contentType: "text/event-stream", body }),
  );
  await page.goto("/messages");
  await streams;
  // The order matters: a stream opened with the session would stay open.
  await page.context().clearCookies();
  end();
  await expect(page).toHaveURL(/\/sign-in/);
});
