import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { ownAccount } from "@/e2e/own-account";
import { expectNoWider, SCREENS } from "@/e2e/screens";
import { chooseItem } from "@/e2e/shell/row-menu";
import { ACCOUNT, signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

const credentials = { userId: ACCOUNT.email, password: ACCOUNT.password };
const dollars = (text: string) => Number(text.replace("−", "-").replaceAll(/[^\d.-]/g, ""));

test("a message's price is in the usage, the ledger, its file and the statement, which sums", {
  tag: WALK,
}, async ({ page, request }) => {
  const rateCode = `e2e-${Date.now() % 1_000_000}`;
  const sent = await request.post("/gateway/sms/out", {
    form: { ...credentials, to: "64211234567", body: "Kia ora", messageClass: "transactional", rateCode },
  });
  expect(sent.status()).toBe(200);
  await signIn(page, "/billing");
  await expect(
    page.getByRole("row", { name: new RegExp(`^${rateCode} Message 1 1 .*0\\.115`) }),
  ).toBeVisible();
  const ledger = page.getByRole("region", { name: "Ledger" });
  await expect(ledger.getByRole("row", { name: new RegExp(rateCode) })).toContainText("−$0.115");

  await ledger.getByLabel("Show").selectOption("Top-up");
  await expect(page).toHaveURL(/kind=topup/);
  await expect(ledger.getByRole("row", { name: /Opening balance/ })).toContainText("+$100.00");
  await expect(ledger.getByText(/^[\d,]+ changes?$/)).toBeVisible();
  await expect(ledger.getByText(rateCode)).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    ledger.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("ledger.csv");
  expect(await readFile(await download.path(), "utf8")).toMatch(/,topup,100,0,.*Opening balance\r\n$/);

  await page
    .getByRole("link", { name: /^Statement of/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Statement, /);
  const amounts = await page
    .getByRole("table", { name: "Opening to closing balance" })
    .locator("tbody tr td:last-child")
    .allTextContents();
  const [closing = Number.NaN, ...before] = amounts.map(dollars).toReversed();
  expect(before.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(closing, 5);
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^statement-.*\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Members Area" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
});

test("alerts are added, changed and removed, and the overview says what was crossed", async ({
  page,
  browser,
}) => {
  await signIn(page, "/billing", await ownAccount(browser, "Careful"));
  const alerts = page.getByRole("region", { name: "Alerts" });
  await expect(alerts.getByText("No alerts yet")).toBeVisible();
  const dialog = page.getByRole("dialog");
  const add = async (when: string, amount: string) => {
    await alerts.getByRole("button", { name: "Add alert" }).click();
    await dialog.getByLabel("Email me when").selectOption(when);
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByRole("button", { name: "Add" }).click();
  };
  await add("Balance falls below", "lots");
  await expect(dialog.getByText("The amount must be an amount of dollars")).toBeVisible();
  await dialog.getByLabel("Amount").fill("");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("Enter an amount.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("$5,000.50");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(alerts.getByText("Balance below $5,000.50")).toBeVisible();
  await add("Charges in a day pass", "20");
  await expect(alerts.getByText("Charges in a day over $20.00")).toBeVisible();
  await add("Charges in a day pass", "20.00");
  await expect(dialog.getByText("You already have an alert at this amount.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("Your balance is low.")).toBeVisible();
  await page.getByRole("link", { name: "Add money" }).click();
  await alerts.getByRole("button", { name: "Actions for charges in a day over $20.00" }).click();
  await chooseItem(page, "Change");
  await dialog.getByLabel("Amount").fill("25");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(alerts.getByText("Charges in a day over $25.00")).toBeVisible();
  for (const name of ["balance below $5,000.50", "charges in a day over $25.00"]) {
    await alerts.getByRole("button", { name: `Actions for ${name}` }).click();
    await chooseItem(page, "Remove");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(alerts.getByText("No alerts yet")).toBeVisible();
});

test("the account's number stands with how to add money, on statements and in the settings", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Payer");
  await signIn(page, "/billing", account);
  const number = page.getByText(`Account number: ${account.id}`);
  await expect(page.getByRole("region", { name: "Balance" }).filter({ has: number })).toBeVisible();
  await page
    .getByRole("link", { name: /^Statement of/ })
    .first()
    .click();
  await expect(page.getByRole("article").filter({ has: number })).toBeVisible();
  await page.goto("/settings");
  await expect(number).toBeVisible();
});

test("a month without a statement says so", async ({ page }) => {
  await signIn(page, "/billing/statement/2020-01");
  await expect(page.getByText("No statement for 2020-01")).toBeVisible();
  await page.goto("/billing/statement/nonsense");
  await expect(page.getByText("No statement for nonsense")).toBeVisible();
});

test("the overview leads to what is first, and hides it for good", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Beginner");
  await signIn(page, "/overview", account);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("Register a webhook")).toBeVisible();
  await steps.getByRole("button", { name: "Hide" }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByText("Sent today")).toBeVisible();
  await expect(steps).toBeHidden();
  await page.getByRole("link", { name: "Send a message" }).first().click();
  await expect(page).toHaveURL(/\/send$/);
});

for (const { name, themes, ...size } of SCREENS) {
  test(`overview, send and billing on a ${name}, ${themes.join(" and ")}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize(size);
    await signIn(page, "/overview");
    for (const place of ["overview", "send", "billing"]) {
      await page.emulateMedia({ colorScheme: themes[0] });
      await page.goto(`/${place}`);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectNoWider(page, `${place}-${name}`, { themes, fullPage: true });
    }
  });
}
