import { expect, type Page } from "@playwright/test";
import { ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const kept = (page: Page) =>
  page
    .getByRole("table", { name: "Templates" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const text = (page: Page) => page.getByRole("textbox", { name: "Text" });

test("a text is kept as a template, sent again, used in a reply, changed and removed", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Keeper");
  await signIn(page, "/templates", account);
  await expect(page.getByText("No templates yet")).toBeVisible();
  await page.goto("/send");
  await expect(page.getByLabel("Template", { exact: true })).toHaveCount(0);
  await text(page).fill("Hi {{name}}, see you tomorrow.");
  await page.getByRole("button", { name: "Save as template" }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Text")).toHaveValue("Hi {{name}}, see you tomorrow.");
  await form.getByLabel("Name").fill("Reminder");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByLabel("Template", { exact: true })).toHaveValue(/.+/);

  await page.goto("/templates");
  await page.getByRole("button", { name: "Add template" }).click();
  await form.getByLabel("Name").fill("reminder");
  await form.getByLabel("Text").fill("Thanks for your text.");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("There is already a template called reminder.")).toBeVisible();
  await form.getByLabel("Name").fill("Thanks");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(kept(page)).toHaveText([/^Reminder/, /^Thanks/]);
  await page.getByRole("link", { name: "Use Thanks" }).click();
  await expect(text(page)).toHaveValue("Thanks for your text.");
  await text(page).fill("My own words");
  await page.getByLabel("Template", { exact: true }).selectOption("Thanks");
  await page.getByLabel("Template", { exact: true }).selectOption("No template");
  await expect(text(page)).toHaveValue("My own words");
  await page.getByLabel("Template", { exact: true }).selectOption("Reminder");
  await expect(text(page)).toHaveValue("Hi {{name}}, see you tomorrow.");

  const number = ownNumber();
  const program = programOf(page.request, account);
  await program("/gateway/sms/out", { to: number, from: "552", body: "Hi", messageClass: "transactional" });
  await program("/simulator/inbound", { from: number, to: "552", body: "See you" });
  await page.goto(`/inbox/${number}`);
  const select = page.getByLabel("Template", { exact: true });
  await expect(select.getByRole("option")).toHaveText(["No template", "Thanks"]);
  await select.selectOption("Thanks");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("Thanks for your text.");

  await page.goto("/templates");
  await page.getByRole("button", { name: "Actions for Thanks" }).click();
  await chooseItem(page, "Change");
  await form.getByLabel("Text").fill("Thank you!");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(kept(page)).toHaveText([/^Reminder/, /^ThanksThank you!/]);
  await page.getByRole("button", { name: "Actions for Reminder" }).click();
  await chooseItem(page, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(kept(page)).toHaveText([/^Thanks/]);
});
