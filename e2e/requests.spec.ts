import { expect } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

test("a refused request is found, with what was wrong with it, and a sent one leads to its message", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Requests");
  const { email: userId, password } = account;
  await signIn(page, "/requests", account);
  await expect(page.getByText("No requests yet")).toBeVisible();
  await expectAccessible(page);

  const message = { to: ownNumber(), body: "Kia ora", messageClass: "transactional" };
  await programOf(page.request, account)("/gateway/sms/out", message);
  const form = { userId, password, ...message, messageClass: "urgent" };
  expect((await page.request.post("/gateway/sms/out", { form })).status()).toBe(400);
  const rows = page.getByRole("table", { name: "Requests" }).getByRole("row");
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(rows).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await takePicture(page, "requests");

  await page.getByLabel("Status").selectOption("Refused (4xx)");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/status=refused$/);
  await page.getByLabel("Error").selectOption("insufficient_funds");
  await expect(page.getByText("No requests match")).toBeVisible();
  await page.getByRole("button", { name: /^Remove filter Error/ }).click();
  await rows.nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("POST /gateway/sms/out");
  await expect(page).toHaveTitle(/^POST \/gateway\/sms\/out/);
  const main = page.getByRole("main");
  await expect(main).toContainText("Parameter 'messageClass' must be 'transactional' or 'marketing'.");
  await expect(main).toContainText("(7 characters)");
  await expect(main).not.toContainText(password);
  await expect(main.getByRole("link", { name: "About this error" })).toHaveAttribute(
    "href",
    "/docs/errors#invalid_parameter",
  );
  await expectAccessible(page);
  await takePicture(page, "request");

  await page.getByRole("link", { name: "Requests", exact: true }).last().click();
  await rows.filter({ hasText: "200" }).getByRole("link").click();
  await main.getByRole("link", { name: "View message" }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
});

test("on a phone the filters fold away behind a button that says how many are on", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "/requests", await ownAccount(browser, "Folding"));
  const status = page.getByLabel("Status");
  await expect(status).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).click();
  await status.selectOption("Refused (4xx)");
  await expect(page).toHaveURL(/status=refused$/);
  const filters = page.getByRole("button", { name: "Filters (1)" });
  await filters.click();
  await expect(status).toBeHidden();
  await page.goto("/requests?status=refused");
  await expect(status).toHaveValue("refused");
});
