import { expect } from "@playwright/test";
import { askAs, ownAccount, ownNumber } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

test("a new account without money is told what it can do, and each thing once", async ({ page, browser }) => {
  await signIn(page, "/overview", await ownAccount(browser, "Newcomer", "0"));
  await test.step("the overview", async () => {
    await expect(page.getByText("Your balance is $0.")).toBeVisible();
    await expect(page.getByText("used up")).toHaveCount(0);
    const steps = page.getByRole("region", { name: "First steps" });
    await expect(steps.getByRole("link").first()).toHaveText("Add money");
    await expect(steps.getByRole("link", { name: "Send your first message" })).toHaveCount(0);
    await expect(steps.getByRole("link", { name: "Try test mode" })).toHaveAttribute("href", "/send");
  });

  await test.step("sending is refused in one sentence", async () => {
    await page.goto(`/send?to=${ownNumber()}`);
    await page.getByRole("textbox", { name: "Text" }).fill("Hi");
    await expect(page.getByText("Your balance doesn’t cover this.")).toBeVisible();
    const refused = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.status() === 403,
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await refused;
    await expect(page.getByRole("button", { name: "Send", exact: true })).not.toHaveAttribute(
      "data-pending",
      "true",
    );
    await expect(page.getByText("Your balance doesn’t cover this.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });

  await test.step("billing has no row of zeros", async () => {
    await page.goto("/billing");
    await expect(page.getByText("No usage yet")).toBeVisible();
    await expect(page.getByRole("table", { name: "Spending by month" })).toHaveCount(0);
    await page.getByRole("link", { name: /^Statement of/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Statement");
  });

  await test.step("a key is promised for what it does", async () => {
    await page.goto("/api-keys");
    await page.getByRole("link", { name: "can send its first message" }).click();
    await expect(page).toHaveURL(/\/docs\/first-message$/);
  });

  await test.step("no link is said to have gone where none can be sent", async () => {
    await page.goto("/integrations");
    await askAs(page, "/api/members/integrations", { kind: "email_to_sms" });
    await page.goto("/integrations/email_to_sms");
    await page.getByLabel("Email address or domain").fill("@example.co.nz");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(
      page.getByText("@example.co.nz added. It can’t send yet: its link is waiting."),
    ).toBeVisible();
    await expect(page.getByRole("row", { name: /@example.co.nz/ })).toContainText("Link can’t be sent yet");
    await expect(page.getByText(/link sent to|emailed a link/i)).toHaveCount(0);
  });
});
