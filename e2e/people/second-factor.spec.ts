import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import { ownAccount } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const PASSWORD_FIELD = "Current password";

test("two-factor authentication is turned on, and its recovery codes stay until they are saved", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Harbour Books");
  await signIn(page, "/settings", account);
  const panel = page.getByRole("region", { name: "Two-factor authentication" });
  const dialog = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByLabel(PASSWORD_FIELD).fill(account.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = await dialog.getByText("Or enter this key manually").locator("code").innerText();
  // The page receives its own change through the stream, and reads the signed-in person again.
  const readAgain = page.waitForResponse(
    async (answer) => answer.url().endsWith("/api/members/me") && (await answer.json()).secondFactor === true,
  );
  await dialog.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await readAgain;
  await expect(panel.getByText("On", { exact: true })).toBeAttached();
  await expect(codes).toHaveCount(10);
  await dialog.getByRole("button", { name: "Done, I’ve saved them" }).click();
  await expect(dialog).toBeHidden();

  await panel.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel(PASSWORD_FIELD).fill(account.password);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole("button", { name: "Turn on" })).toBeVisible();
});
