import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { ownAccount, ownNumber } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

/** A name below it never resolves, so nothing leaves this machine. */
const URL_ = "https://receiver.invalid/crm";

const endpoints = (page: Page) =>
  page
    .getByRole("table", { name: "More endpoints" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await chooseItem(page, action);
}

test("an endpoint is added, tested, paused with its events on hold, and removed", async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const account = await ownAccount(browser, "Receiver");
  await signIn(page, "/webhooks", account);
  await expect(page.getByText("No other endpoints")).toBeVisible();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("CRM");
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await expect(dialog.getByText("Choose none if only auto replies send texts there.")).toBeVisible();
  await dialog.getByLabel("URL", { exact: true }).fill("http://receiver.invalid/");
  await dialog.getByLabel("Opt-outs").check();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("must start with https://")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("URL", { exact: true }).fill(URL_);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(endpoints(page)).toHaveText([/^CRM.*receiver\.invalid\/crm.*On.*Opt-outs/]);

  await choose(page, "CRM", "Send test event");
  await expect(dialog.getByText("The name could not be resolved.")).toBeVisible({ timeout: 15_000 });
  await expect(dialog).toContainText('"type": "optout"');
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await choose(page, "CRM", "Pause");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(endpoints(page)).toHaveText([/Paused.*Paused by you/]);
  await page.goto("/blocked-numbers");
  await page.getByRole("button", { name: "Block number" }).click();
  await dialog.getByLabel("Number").fill(ownNumber());
  await dialog.getByRole("button", { name: /^Block/ }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/webhooks");
  await expect(endpoints(page)).toHaveText([/1 event on hold/]);
  await takePicture(page, "further-endpoints");
  await page.getByLabel("Endpoint", { exact: true }).selectOption("CRM");
  await expect(page).toHaveURL(/endpoint=/);
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Opt-out change" })).toBeVisible();
  await expect(page.getByText("CRM", { exact: true })).toBeVisible();

  await page.goto("/webhooks");
  await choose(page, "CRM", "Remove");
  await expect(dialog).toContainText("1 event not delivered yet will be marked as failed");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No other endpoints")).toBeVisible();
  await expect(page.getByRole("table", { name: "Deliveries" })).toContainText("A removed endpoint");
});
