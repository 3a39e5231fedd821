import { expect, type Page } from "@playwright/test";
import { intercept } from "@/e2e/intercept";
import { ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/**
 * The ways in which a server can be away: the browser has no network, or the server does not respond. Each
 * returns a function that ends this.
 */
const AWAY: Record<string, (page: Page) => Promise<() => void | Promise<void>>> = {
  "the network is gone": async (page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  "the server is down": async (page) => {
    return intercept(page.context(), "**/*", (route) => route.abort("connectionrefused"));
  },
};

for (const [title, leave] of Object.entries(AWAY)) {
  test(`while ${title} the page stays, and goes on by itself afterwards`, async ({ page, browser }) => {
    const account = await ownAccount(browser, "Traveller");
    const [first, second] = [ownNumber(), ownNumber()];
    const program = programOf(page.request, account);
    for (const to of [first, second])
      await program("/gateway/sms/out", { to, body: "Hi", messageClass: "transactional" });
    await signIn(page, "/messages", account);
    const table = page.getByRole("table", { name: "Messages" });
    await expect(table.getByRole("row")).toHaveCount(3);
    const banner = page.getByText("Can’t reach the server");

    await test.step("filtering", async () => {
      const comeBack = await leave(page);
      await page.getByLabel("Search").fill(first);
      await page.getByLabel("Search").press("Enter");
      await expect(page).toHaveURL(new RegExp(`search=${first}`));
      await expect(banner).toBeVisible();
      await expect(table.getByRole("row")).toHaveCount(3);
      await comeBack();
      await expect(table.getByRole("row")).toHaveCount(2, { timeout: 15_000 });
      await expect(banner).toHaveCount(0);
    });

    await test.step("following a row", async () => {
      const comeBack = await leave(page);
      await table.getByRole("link", { name: writtenNumber(first) }).click();
      await expect(banner).toBeVisible();
      await expect(table).toContainText(writtenNumber(first));
      await comeBack();
      await expect(page.getByRole("heading", { level: 1, name: `To ${writtenNumber(first)}` })).toBeVisible({
        timeout: 15_000,
      });
      await expect(banner).toHaveCount(0);
    });

    await test.step("opening a dialog whose code has not come", async () => {
      await page.goto("/templates", { waitUntil: "networkidle" });
      const open = page.getByRole("main").getByRole("button", { name: "Add template" });
      await expect(open).toBeVisible();
      const comeBack = await leave(page);
      await open.click();
      await expect(banner).toBeVisible();
      // Longer than the retries for code that a server does not have.
      await page.waitForTimeout(8_000);
      await expect(banner).toBeVisible();
      await expect(page.getByText("This page is out of date.")).toHaveCount(0);
      await comeBack();
      await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible({ timeout: 15_000 });
      await expect(banner).toHaveCount(0);
    });

    await test.step("doing something is refused at once, and not done later", async () => {
      await page.goto("/blocked-numbers");
      await page.getByRole("button", { name: "Block number" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByLabel("Number")).toBeVisible();
      const comeBack = await leave(page);
      await dialog.getByLabel("Number").fill(first);
      await dialog.getByRole("button", { name: /^Block/ }).click();
      await expect(dialog.getByText("Can’t reach the server.")).toBeVisible();
      await comeBack();
      await page.reload();
      await expect(page.getByText("No blocked numbers")).toBeVisible();
    });
  });
}
