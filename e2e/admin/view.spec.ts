import { expect, type Page } from "@playwright/test";
import { axeOf, linesOf, RULES } from "@/e2e/axe";
import { ADMINISTRATOR, askAs, ownAccount } from "@/e2e/own-account";
import { enter, signIn } from "@/e2e/sign-in";
import { listening, test } from "@/e2e/test";

const SAID = "You are viewing Harbour Books as an administrator. You can’t make changes.";

/** Sends a change as a page does, and returns the response. */
async function change({ request }: Page, path: string, data: object) {
  const { origin } = new URL(process.env.E2E_BASE_URL ?? "");
  const answer = await request.post(path, { data, headers: { origin } });
  return [answer.status(), (await answer.json()).code];
}

test("an administrator views an account, which every page says and nothing changes, and ends the view", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Harbour Books");
  const theirs = listening(await (await browser.newContext()).newPage());
  await enter(theirs, account);
  await askAs(theirs, "/api/members/templates", { name: "Opening hours", text: "We open at 9." });

  await signIn(page, `/admin/accounts/${account.id}`, ADMINISTRATOR);
  await page.getByRole("button", { name: "View as this account" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "View account" }).click();
  await expect(form.getByText("The reason must not be empty.")).toBeVisible();
  await form.getByLabel("Reason").fill("Ticket 17: replies are missing");
  await form.getByRole("button", { name: "View account" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  const banner = page.getByRole("region", { name: "Account view" });
  await expect(banner).toContainText(SAID);
  expect(linesOf((await (await axeOf(page)).withTags(RULES).analyze()).violations)).toEqual([]);

  for (const place of ["/messages", "/inbox", "/contacts", "/billing", "/people", "/no-such-page"]) {
    await page.goto(place);
    await expect(banner, place).toContainText(SAID);
  }
  await page.goto("/templates");
  await expect(page.getByText("Opening hours")).toBeVisible();
  await expect(page.getByRole("button", { name: /template/i })).toHaveCount(0);
  const menu = page.getByRole("navigation", { name: "Members Area" });
  await expect(menu.getByRole("link", { name: "Billing", exact: true })).toBeVisible();
  for (const name of ["Send", "API keys", "Settings", "Administration"])
    await expect(menu.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.goto("/settings");
  await expect(page.getByText("This page is closed while you view an account")).toBeVisible();
  await page.goto("/admin/accounts");
  await expect(page).toHaveURL(/\/overview$/);

  const refused = [403, "viewing_only"];
  expect(await change(page, "/api/members/templates", { name: "Mine", text: "Hi." })).toEqual(refused);
  expect(await change(page, "/api/members/api-keys", { name: "Mine" })).toEqual(refused);
  expect(await change(page, "/api/admin/accounts/enable", { accountId: account.id, enabled: false })).toEqual(
    refused,
  );

  await theirs.goto("/settings");
  const log = theirs.getByRole("table", { name: "Activity" });
  await expect(log).toContainText("Account view began");
  await expect(log).toContainText("reason: Ticket 17: replies are missing");
  await expect(log).toContainText("an administrator");
  await expect(theirs.getByRole("region", { name: "Sessions" })).toContainText("This session");
  await expect(theirs.getByRole("region", { name: "Account view" })).toHaveCount(0);

  await page.goto("/messages");
  await banner.getByRole("button", { name: "End view" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/accounts/${account.id}$`));
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("Account view ended");
  await page.goto("/overview");
  await expect(banner).toHaveCount(0);
  await expect(menu.getByRole("link", { name: "Administration", exact: true })).toBeVisible();
});
