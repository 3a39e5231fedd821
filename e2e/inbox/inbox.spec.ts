import { expect } from "@playwright/test";
import { holdOnce } from "@/e2e/intercept";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test, untilListening } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

test("Inbox says how many conversations there are, of those that the filters let through", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Inbox");
  const program = programOf(page.request, account);
  const numbers = [ownNumber(), ownNumber(), ownNumber()];
  await signIn(page, "/inbox", account);
  await expect(page.getByText("No messages yet")).toBeVisible();
  await expect(page.getByText(/conversations?$/)).toHaveCount(0);
  for (const to of numbers) {
    await program("/gateway/sms/out", { to, from: "552", body: "Coming?", messageClass: "transactional" });
    await program("/simulator/inbound", { from: to, to: "552", body: "Yes!" });
  }
  await program("/simulator/inbound", { from: numbers[0] ?? "", to: "552", body: "And Anna too." });
  for (const number of numbers.slice(1)) await askAs(page, "/api/members/inbox/tags", { number, tag: "VIP" });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/inbox");
    await untilListening(page);
    await expect(page.getByText("3 conversations", { exact: true })).toBeVisible();
    await page.getByLabel("Tag", { exact: true }).selectOption("VIP");
    await expect(page.getByText("2 conversations", { exact: true })).toBeVisible();
    await page.getByLabel("Number", { exact: true }).fill(writtenNumber(numbers[1] ?? ""));
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 conversation", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByText("3 conversations", { exact: true })).toBeVisible();
  }
});

test("a reply that is refused once its page was left is told of, and comes back into the field", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Inbox");
  const program = programOf(page.request, account);
  const to = ownNumber();
  await program("/gateway/sms/out", { to, from: "552", body: "Coming?", messageClass: "transactional" });
  await program("/simulator/inbound", { from: to, to: "552", body: "Yes!" });
  await signIn(page, `/inbox/${to}`, account);
  const reply = await holdOnce(page, "**/api/members/inbox/reply", (route) =>
    route.fulfill({
      status: 402,
      json: { success: false, code: "insufficient_balance", error: "Your balance is too low." },
    }),
  );
  const field = page.getByLabel("Reply from 552");
  await field.fill("See you at five");
  await page.getByRole("button", { name: "Send reply" }).click();
  await reply.hasCome;
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect(page).toHaveURL(/\/inbox$/);
  reply.letGo();
  await expect(page.getByText("Your balance is too low.")).toBeVisible();
  await page
    .getByRole("link", { name: new RegExp(writtenNumber(to).replace("+", "\\+")) })
    .first()
    .click();
  await expect(field).toHaveValue("See you at five");
});
