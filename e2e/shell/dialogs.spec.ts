import { expect } from "@playwright/test";
import { ownAccount } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test, untilListening } from "@/e2e/test";

test("a dialog that is opened for the first time waits for its code alone", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Dialogs");
  await page.clock.install();
  await signIn(page, "/api-keys", account);
  await untilListening(page);
  // From here on no timer of the page fires.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Create key" }).first().dispatchEvent("click");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeAttached();
});
