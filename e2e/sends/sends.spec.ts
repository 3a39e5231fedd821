import { expect } from "@playwright/test";
import { ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

test("a send is named as it is sent, found by its name, and given another", async ({ page }) => {
  const number = ownNumber();
  const name = `Spring ${number}`;
  await signIn(page, "/send");
  await page.getByLabel("Numbers").fill(`${number}\n${ownNumber()}`);
  await page.getByRole("textbox", { name: "Text" }).fill("Kia ora");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Send to 2" }).click();
  await page.getByRole("link", { name: "View send" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("region", { name: "This send" })).toContainText("2 messages");

  await page.getByRole("button", { name: "Rename" }).click();
  const field = page.getByRole("dialog").getByLabel("Name");
  await expect(field).toHaveValue(name);
  await field.fill(`Autumn ${number}`);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Autumn ${number}`);

  await page.goto("/sends");
  await page.getByLabel("Name").fill(`autumn ${number}`);
  await page.getByLabel("Name").press("Enter");
  const rows = page.getByRole("table", { name: "Sends" }).getByRole("link");
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(page).toHaveURL(/\/sends\/[0-9a-f-]{36}$/);
});

test("a send's page says what came of it, and leads to those messages", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Sender");
  const numbers = [ownNumber(), ownNumber()];
  const undelivered = ownNumber().replace(/.{4}$/, "9916");
  await signIn(page, "/send", account);
  await page.getByLabel("Numbers").fill([...numbers, undelivered].join("\n"));
  await page.getByRole("textbox", { name: "Text" }).fill("Are you coming?");
  await page.getByRole("button", { name: "Send to 3" }).click();
  await page.getByRole("link", { name: "View send" }).click();
  const totals = page.getByRole("region", { name: "This send" });
  await expect(totals).toContainText("2 delivered, 1 failed", { timeout: 20_000 });
  const program = programOf(page.request, account);
  await program("/simulator/inbound", { from: numbers[0] ?? "", to: "552", body: "Yes" });
  await program("/simulator/inbound", { from: numbers[1] ?? "", to: "552", body: "STOP" });
  const figure = (name: string) => page.locator("dl > div", { has: page.getByText(name, { exact: true }) });
  await expect(figure("Replied")).toContainText("2");
  await expect(figure("Opt-outs")).toContainText("1");
  await expect(figure("Price incl. GST")).toContainText(/^Price incl\. GST\$0\.345$/);

  const failures = page.getByRole("region", { name: "Why messages failed" });
  await expect(failures).toContainText("Not delivered: 1 message");
  await failures.getByRole("link", { name: "View messages" }).click();
  await expect(page).toHaveURL(/\/messages\?send=.*&status=UNDELIV/);
  const rows = page.getByRole("table", { name: "Messages" }).getByRole("link");
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await figure("Opt-outs").getByRole("link").click();
  await expect(page.getByRole("button", { name: /Opt-outs/ })).toBeVisible();
  await expect(rows).toHaveCount(1);
});
