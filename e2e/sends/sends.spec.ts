import { expect } from "@playwright/test";
import { ownNumber } from "@/e2e/own-account";
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
