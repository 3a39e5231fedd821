import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { type OwnAccount, ownAccount } from "@/e2e/own-account";
import { changeRow } from "@/e2e/people/database";
import { expectNoWider, SCREENS } from "@/e2e/screens";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

// Stripe gets no request: the tests write its data on cards and payments straight to the database.

const regionOf = (page: Page) => page.getByRole("region", { name: "Auto top-up" });

/** Saves a card for an account, as Stripe's event does. */
const saveCard = ({ id }: OwnAccount) =>
  changeRow(
    `insert into saved_cards (account_id, customer_id, method_id, brand, last_four, exp_month, exp_year, told_at)
     values ($1, $2, $3, 'Visa', '4242', 12, 2040, now())`,
    [id, `cus_${id}`, `pm_${id}`],
  );

/** Pauses auto top-up, as a failed or reversed payment does. */
const pause = ({ id }: OwnAccount, reason: string) =>
  changeRow(
    "update auto_top_ups set state = 'paused', paused_for = $2, paused_at = now() where account_id = $1",
    [id, reason],
  );

/** Turns auto top-up on or changes it. Fills the given fields and leaves the others. */
async function fill(page: Page, fields: Record<string, string>, confirm: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name: confirm }).click();
}

async function turnedOn(page: Page, account: OwnAccount): Promise<void> {
  await saveCard(account);
  await signIn(page, "/billing", account);
  await regionOf(page).getByRole("button", { name: "Turn on" }).click();
  await fill(page, {}, "Turn on");
  await expect(regionOf(page).getByText("On", { exact: true })).toBeVisible();
}

test("a card is saved, and tops up within limits that are said where they are wrong", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Saver");
  await signIn(page, "/billing", account);
  const region = regionOf(page);
  await expect(region.getByText("No card saved")).toBeVisible();
  await page.route("**/api/members/billing/saved-card", (route) =>
    route.fulfill({ json: { url: "/billing?card=cancelled" } }),
  );
  await region.getByRole("button", { name: "Save a card" }).click();
  await expect(region.getByText("No card was saved.")).toBeVisible();
  await saveCard(account);
  await page.goto("/billing?card=saved");
  await expect(region.getByText("Your card is saved.")).toBeVisible();
  await expect(region.getByText("Visa ending 4242")).toBeVisible();
  await expect(region.getByText("Expires 12/2040")).toBeVisible();
  await expect(region.getByText("Off", { exact: true })).toBeVisible();

  await region.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  for (const [label, wrong, right, sentence] of [
    ["Amount to add", "9", "50", "The amount to add must be a whole number from 10 to 10,000."],
    ["When the balance falls below", "", "20", "The balance is required."],
    ["Most payments in 24 hours", "11", "2", "The number of payments must be a whole number from 1 to 10."],
    ["Most in a month", "100001", "40", "The monthly limit must be a whole number from 10 to 100,000."],
  ] as const) {
    await fill(page, { [label]: wrong }, "Turn on");
    await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(dialog.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel(label).fill(right);
  }
  await expectAccessible(page);
  await fill(page, {}, "Turn on");
  await expect(dialog.getByText("The monthly limit must be at least one top-up.")).toBeVisible();
  await fill(page, { "Most in a month": "500" }, "Turn on");
  await expect(region.getByText("On", { exact: true })).toBeVisible();
  await expect(region).toContainText("Add $50.00 when the balance falls below $20.00");
  await expect(region).toContainText(
    "Up to 2 payments in 24 hours and $500.00 a month. $0.00 paid this month.",
  );

  await region.getByRole("button", { name: "Change" }).click();
  await expect(dialog.getByLabel("Amount to add")).toHaveValue("50");
  await fill(page, { "Amount to add": "80" }, "Save");
  await expect(region).toContainText("Add $80.00 when the balance falls below $20.00");
  await region.getByRole("button", { name: "Actions for Visa ending 4242" }).click();
  await chooseItem(page, "Remove");
  await expect(page.getByRole("dialog", { name: "Remove card?" })).toContainText(
    "is deleted here and at Stripe. Auto top-up turns off.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await region.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(region.getByText("Off", { exact: true })).toBeVisible();
  await expect(region).toContainText("Turn on to add money automatically");
});

test("a pause says its reason and what to do, and ends by Resume; a limit says when it ends", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Pauser");
  await turnedOn(page, account);
  const region = regionOf(page);
  for (const [reason, why, todo] of [
    ["declined", "Your bank declined the payment.", "Check with your bank or replace the card, then resume."],
    ["confirmation", "Your bank wants you to confirm payments", "Save the card again and confirm it"],
    ["expired", "Your card has expired.", "Replace the card, then resume."],
    ["card", "Your card couldn’t be charged.", "Replace the card, then resume."],
    ["unanswered", "We couldn’t confirm the last payment.", "Check your card statement, then resume."],
    ["taken_back", "A card payment was refunded or disputed.", "Resume to pay by card again."],
  ] as const) {
    await pause(account, reason);
    await page.goto("/billing");
    await expect(region.getByText("Paused", { exact: true })).toBeVisible();
    await expect(region).toContainText(`Auto top-up is paused. ${why}`);
    await expect(region).toContainText(todo);
    await expect(region.getByRole("button", { name: "Replace card" })).toBeVisible();
  }
  await page.goto("/overview");
  await expect(page.getByRole("region", { name: "Needs attention" })).toContainText("Auto top-up is paused");
  await page.goto("/billing");
  await region.getByRole("button", { name: "Resume" }).click();
  await expect(region.getByText("On", { exact: true })).toBeVisible();
  await expect(region.getByText("Auto top-up is paused.")).toHaveCount(0);

  await changeRow(
    "update auto_top_ups set limit_kind = 'day', limit_until = now() + interval '5 hours' where account_id = $1",
    [account.id],
  );
  await page.reload();
  await expect(region).toContainText("Limit reached: 3 payments in 24 hours");
  await expect(region).toContainText(
    /The next payment can be made from .* Raise the limit to add money sooner\./,
  );
  await changeRow("update auto_top_ups set limit_kind = 'month' where account_id = $1", [account.id]);
  await changeRow("update saved_cards set exp_year = 2020 where account_id = $1", [account.id]);
  await page.reload();
  await expect(region).toContainText("Limit reached: $500.00 a month");
  await expect(region).toContainText("Expired 12/2020");
});

for (const { name, themes, ...size } of SCREENS) {
  test(`auto top-up, paused and with its form, on a ${name}, ${themes.join(" and ")}`, async ({
    page,
    browser,
  }) => {
    const account = await ownAccount(browser, "Pictured");
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize(size);
    await turnedOn(page, account);
    await regionOf(page).getByRole("button", { name: "Change" }).click();
    await fill(page, { "Amount to add": "9" }, "Save");
    await expect(page.getByRole("dialog").getByText(/from 10 to 10,000/)).toBeVisible();
    await expectNoWider(page, `auto-top-up-form-${name}`, { themes, fullPage: false });
    await pause(account, "declined");
    await page.goto("/billing");
    await expect(regionOf(page).getByRole("button", { name: "Resume" })).toBeVisible();
    await regionOf(page).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await expectNoWider(page, `auto-top-up-paused-${name}`, { themes, fullPage: false });
  });
}
