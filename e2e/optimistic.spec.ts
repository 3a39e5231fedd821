import { expect, type Page, type Route, test } from "@playwright/test";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";

const REFUSAL = { success: false, error: "The server is having a bad day.", code: "internal_error" };

/** A server that thinks about the first change for as long as the test says, then fails; later it does as asked. */
async function holdUp(page: Page, path: string): Promise<() => Promise<void>> {
  let hold: ((route: Route) => void) | undefined;
  const held = new Promise<Route>((resolve) => {
    hold = resolve;
  });
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== "POST" || !hold) return route.fallback();
    hold(route);
    hold = undefined;
  });
  return async () => (await held).fulfill({ status: 500, json: REFUSAL });
}

const expectTold = (page: Page) => expect(page.getByText(REFUSAL.error).first()).toBeVisible();

test("what is shown before the server has answered is taken back when it fails", async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const account = await ownAccount(browser, "Optimist");
  const number = ownNumber();
  const program = programOf(page.request, account);
  await program("/gateway/sms/out", { to: number, from: "552", body: "Hi", messageClass: "transactional" });
  await program("/simulator/inbound", { from: number, to: "552", body: "Hi you" });
  await signIn(page, "/api-keys", account);

  await test.step("disabling a key", async () => {
    await askAs(page, "/api/members/api-keys", { name: "Web shop" });
    await page.reload();
    const row = page.getByRole("row", { name: /Web shop/ });
    const fail = await holdUp(page, "/api/members/api-keys/enable");
    await row.getByRole("button", { name: "Disable" }).click();
    await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
    await expect(row.getByRole("button", { name: "Enable" })).toBeFocused();
    await fail();
    await expect(row.getByText("Active", { exact: true })).toBeVisible();
    await expectTold(page);
    await row.getByRole("button", { name: "Disable" }).click();
    await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
    await page.reload();
    await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
  });

  await test.step("a reply", async () => {
    await page.goto(`/inbox/${number}`);
    const log = page.getByRole("log", { name: "Messages" });
    const field = page.getByLabel("Reply from 552");
    const fail = await holdUp(page, "/api/members/inbox/reply");
    await field.fill("At five – or six?");
    await page.getByRole("button", { name: "Send the reply" }).click();
    await expect(log.getByText("At five - or six?")).toBeVisible();
    await expect(log.getByText("Sending…")).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await page.keyboard.type("And bring bread");
    await fail();
    await expect(log.getByText("At five - or six?")).toHaveCount(0);
    await expectTold(page);
    await expect(field).toHaveValue("At five – or six?\nAnd bring bread");
    await page.getByRole("button", { name: "Send the reply" }).click();
    await expect(log.getByRole("link", { name: "What happened to this message" })).toHaveCount(2);
    await expect(log.getByText("At five - or six?")).toHaveCount(1);
    await expect(log.getByText("Sending…")).toHaveCount(0);
    await expect(field).toHaveValue("");
  });

  await test.step("resubscribing a number", async () => {
    await askAs(page, "/api/members/blocked-numbers", { number });
    await page.goto("/blocked-numbers");
    const row = page.getByRole("row", { name: number });
    const resubscribe = async () => {
      await row.getByRole("button", { name: "Resubscribe" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Resubscribe" }).click();
      await expect(row).toHaveCount(0);
    };
    const fail = await holdUp(page, "/api/members/blocked-numbers/resubscribe");
    await resubscribe();
    await fail();
    await expect(row).toBeVisible();
    await expectTold(page);
    await resubscribe();
    await expect(page.getByText("The number gets your messages again.")).toBeVisible();
    await expect(page.getByText("No number is blocked")).toBeVisible();
  });

  await test.step("a choice in the settings", async () => {
    await page.goto("/settings");
    const legacy = page.getByRole("switch", { name: "/send.php" });
    await expect(legacy).toBeChecked();
    const fail = await holdUp(page, "/api/members/settings");
    await legacy.press("Space");
    await expect(legacy).not.toBeChecked();
    await fail();
    await expect(legacy).toBeChecked();
    await expectTold(page);
  });
});

test("a webhook is resumed at once, and stays paused when that fails", async ({ page, browser }) => {
  const endpoint = { registeredAt: "2026-11-01 09:00:00", waiting: 12, url: "https://receiver.invalid/" };
  const since = { failingSince: "2026-11-10 09:00:00", pausedAt: "2026-11-15 09:00:00" };
  // It takes five days of failures.
  await page.route("**/api/members/webhooks", (route) =>
    route.fulfill({
      json: { endpoints: [{ kind: "inbound", ...endpoint, ...since }], signed: true, bothForMs: null },
    }),
  );
  await signIn(page, "/webhooks", await ownAccount(browser, "Paused"));
  const fail = await holdUp(page, "/api/members/webhooks/resume");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("paused since")).toHaveCount(0);
  await fail();
  await expect(page.getByText("Replies: paused since")).toBeVisible();
  await expectTold(page);
});
