import { expect } from "@playwright/test";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { invitationToken } from "@/e2e/people/database";
import { enter, signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

test("an administrator finds any account's message, and what became of it", async ({ page, browser }) => {
  const [account, number] = [await ownAccount(browser, "Tui Tours"), ownNumber()];
  const message = { to: number, body: "Kia ora", messageClass: "transactional" };
  await programOf(page.request, account)("/gateway/sms/out", message);
  await signIn(page, "/admin/messages", ADMINISTRATOR);
  await page.getByLabel("Search").fill(number);
  await page.getByLabel("Search").press("Enter");
  const rows = page.getByRole("table", { name: "All messages" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("Tui Tours");
  await page.getByRole("link", { name: writtenNumber(number) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(writtenNumber(number));
  await expect(page.getByRole("link", { name: "Tui Tours" })).toHaveAttribute(
    "href",
    `/admin/accounts/${account.id}`,
  );
});

test("an administrator has links to choose a password sent, to an account and to a person in it", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Forgetful");
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  const owner = await browser.newContext();
  await enter(owner, account);
  await askAs(owner, "/api/members/people/invite", { email, role: "sender" });
  const joined = { token: await invitationToken(email), name: "Robin", password: "a brand new password" };
  await askAs(owner, "/api/members/people/join", joined);
  await owner.close();

  await signIn(page, `/admin/accounts/${account.id}`, ADMINISTRATOR);
  const dialog = page.getByRole("dialog");
  const send = async (panel: string, button: string, to: string) => {
    await page.getByRole("region", { name: panel }).getByRole("button", { name: button }).click();
    await expect(dialog).toContainText(`${to} gets a link that works for one hour`);
    await dialog.getByRole("button", { name: "Send link" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await send("Access", "Send reset link", account.email);
  await send("People", "Send reset link to Robin", email);
  // This server sends no emails, and the page says so.
  await expect(page.getByText("Emails are not sent, since SMTP_URL is not set.").first()).toBeVisible();
  const activity = page.getByRole("table", { name: "Activity" });
  await expect(activity).toContainText("Reset link sent");
  await expect(activity).toContainText(`person: ${email}`);
  await expect(page.getByRole("region", { name: "Activity" })).toContainText(/\d events/);
});
