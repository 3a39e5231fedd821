import { expect } from "@playwright/test";
import { ownAccount, ownNumber } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

test("a scheduled send is paused, resumed, and cancelled while it is paused", { tag: WALK }, async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Pauser");
  await signIn(page, "/send", account);
  await page.getByLabel("Numbers").fill(`${ownNumber()}\n${ownNumber()}`);
  await page.getByRole("textbox", { name: "Text" }).fill("Kia ora");
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Send at").fill(`${inTenDays}T12:00`);
  await page.getByLabel("Only at certain hours").check();
  await page.getByLabel("Monday").uncheck();
  await expect(page.getByText(/^Goes out/)).toBeVisible();
  await page.getByRole("button", { name: "Schedule for 2" }).click();
  await page.getByRole("link", { name: "View send" }).click();

  const totals = page.getByRole("region", { name: "This send" });
  await expect(totals).toContainText("2 waiting");
  await totals.getByRole("button", { name: "Pause" }).click();
  await expect(totals).toContainText("2 paused");
  const figure = (name: string) => page.locator("dl > div", { has: page.getByText(name, { exact: true }) });
  await expect(figure("Refunded")).toContainText("$0.23");
  await expect(figure("Delivery hours")).toContainText("9 am to 5 pm, Tue, Wed, Thu, Fri, New Zealand time");

  await totals.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("dialog")).toContainText("$0.23");
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await expect(totals.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(figure("Refunded")).toHaveCount(0);

  await totals.getByRole("button", { name: "Pause" }).click();
  await expect(totals).toContainText("2 paused");
  await page.goto("/sends");
  const table = page.getByRole("table", { name: "Sends" });
  await expect(table).toContainText("Paused");
  await table.getByRole("link").click();
  await totals.getByRole("button", { name: "Cancel send" }).click();
  await expect(page.getByRole("dialog")).toContainText("The price was refunded when you paused it.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel send" }).click();
  await expect(totals).toContainText("2 cancelled");
  await expect(totals.getByRole("button")).toHaveCount(0);
});

test("a form is kept as a draft, opened again in another tab, and gone once it is sent", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Drafter");
  await signIn(page, "/send", account);
  await page.getByLabel("Numbers").fill(ownNumber());
  await page.getByRole("textbox", { name: "Text" }).fill("Kia ora from a draft");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Spring sale");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Draft: Spring sale")).toBeVisible();
  await expect(page.getByRole("button", { name: "Drafts (1)" })).toBeVisible();
  // Saving a sendable form as a draft or template does not send it.
  await page.getByRole("button", { name: "Save as template" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Greeting");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("Template", { exact: true })).toHaveValue(/.+/);
  await expect(page.getByRole("heading", { name: "Recipients" })).toBeVisible();

  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.getByRole("button", { name: "Drafts (1)" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open Spring sale" }).click();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Kia ora from a draft");
  await expect(page.getByText("Draft: Spring sale")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Write another" }).click();
  await expect(page.getByRole("button", { name: "Save draft" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Drafts/ })).toHaveCount(0);
});

test("a draft takes the place of another text only once that was agreed to", async ({ page, browser }) => {
  await signIn(page, "/send", await ownAccount(browser, "Drafter"));
  const text = page.getByRole("textbox", { name: "Text" });
  const dialog = page.getByRole("dialog");
  await text.fill("Kia ora from a draft");
  await page.getByRole("button", { name: "Save draft" }).click();
  await dialog.getByLabel("Name").fill("Spring sale");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await text.fill("An hour of work");
  await page.getByRole("button", { name: "Drafts (1)" }).click();
  await dialog.getByRole("button", { name: "Open Spring sale" }).click();
  await expect(page.getByText("Replace what you’ve written?")).toBeVisible();
  await expect(text).toHaveValue("An hour of work");
});
