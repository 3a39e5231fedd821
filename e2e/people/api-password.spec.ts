import { expect } from "@playwright/test";
import { ownAccount, programOf } from "@/e2e/own-account";
import { changeRow } from "@/e2e/people/database";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

test("an account with two-factor authentication has the API take keys alone", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Careful");
  const { email: userId, password } = account;
  await signIn(page, "/settings", account);
  const choice = page.getByRole("switch", { name: "Require API keys" });
  await expect(page.getByRole("switch", { name: "Allow GET /send.php" })).toBeVisible();
  await expect(choice).toHaveCount(0);
  // As after setting up an authenticator. The test signs in no more, so no code is requested.
  await changeRow("update accounts set totp_enabled_at = now(), totp_secret = '\\x00' where id = $1", [
    account.id,
  ]);
  await page.reload();
  await programOf(page.request, account)("/gateway/sms/balance", {});
  await choice.press("Space");
  await expect(choice).toBeChecked();
  const balance = () => page.request.post("/gateway/sms/balance", { form: { userId, password } });
  await expect.poll(async () => (await balance()).status()).toBe(401);
  await page.reload();
  await expect(choice).toBeChecked();
  await choice.press("Space");
  await expect(choice).not.toBeChecked();
  await expect.poll(async () => (await balance()).status()).toBe(200);
});
