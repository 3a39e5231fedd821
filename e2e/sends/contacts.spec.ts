import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { holdOnce, intercept, interceptOnce } from "@/e2e/intercept";
import { ownAccount } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Contacts" }).getByRole("row").filter({ hasText: name });

const FILE = [
  "Mobile,Name,City",
  "+61 412 345 671,Anna,Nelson",
  "+61 412 345 672,Ben,",
  "nobody,Cleo,Napier",
  "+61 412 345 671,Anna Smith,",
].join("\n");

test("contacts are imported into a list, changed, blocked, and sent to with their names", {
  tag: WALK,
}, async ({ page, browser }) => {
  const account = await ownAccount(browser, "Knows people");
  await signIn(page, "/contacts", account);
  await expect(page.getByText("No contacts yet")).toBeVisible();
  await page.getByRole("button", { name: "Import file" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) };
  await dialog.getByLabel("CSV or Excel file").setInputFiles(file);
  await expect(dialog.getByLabel("Mobile")).toHaveValue("number");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("name");
  await dialog.getByLabel("Add to list").fill("Spring");
  await dialog.getByRole("button", { name: "Check file" }).click();
  await expect(dialog.getByRole("list", { name: "Import" }).getByRole("listitem")).toHaveText([
    "2 new",
    "1 repeated in the file, merged",
    "1 skipped",
  ]);
  await expect(dialog.getByText("Line 4: nobody – Not a phone number")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download skipped rows" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain(
    "nobody,Cleo,Napier,Not a phone number (line 4)",
  );
  await dialog.getByRole("button", { name: "Import 2 contacts" }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, "Anna Smith")).toContainText("Spring");

  await page.getByRole("button", { name: "Add contact" }).click();
  await dialog.getByLabel("Number").fill("+61 412 345 673");
  await dialog.getByLabel("Name").fill("Dee");
  await dialog.getByLabel("List").selectOption("Spring");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(row(page, "Dee")).toContainText("Spring");
  await page.goto("/blocked-numbers");
  await page.getByRole("button", { name: "Block number" }).click();
  await dialog.getByLabel("Number").fill("+61 412 345 673");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/contacts");
  await expect(row(page, "Dee")).toContainText("Opted out");

  await page.getByRole("link", { name: "Send to Spring" }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("Hi {{name}} in {{City}}");
  await expect(page.getByText("1 contact has no City (Ben, +61 412 345 672).")).toBeVisible();
  await text.fill("Hi {{name}} in {{City|town}}");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hi Anna Smith in Nelson");
  await expect(page.getByText("1 contact has opted out: left out, and not charged.")).toBeVisible();
  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect(page.getByText("2 messages are on their way")).toBeVisible();
  await expect(page.getByText("1 left out")).toBeVisible();
  await page.getByRole("link", { name: "View send" }).click();
  await expect(page.getByText(/messages? to Spring\./)).toBeVisible();

  await page.goto("/contacts");
  await page.getByLabel("Select Ben").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "Ben")).toHaveCount(0);
  await page.getByLabel("Search").fill("345 671");
  await page.getByLabel("Search").press("Enter");
  await expect(page.getByRole("table", { name: "Contacts" }).getByRole("row")).toHaveCount(2);
});

test("an import is cancelled while it is checked, leaves nothing, and can be begun again", async ({
  page,
  browser,
}) => {
  await signIn(page, "/contacts", await ownAccount(browser, "Changes their mind"));
  await page.getByRole("button", { name: "Import file" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("CSV or Excel file");
  const file = { name: "people.csv", mimeType: "text/csv" };
  await field.setInputFiles({ ...file, buffer: Buffer.from("PK\u0003\u0004 and more") });
  await expect(dialog.getByText("This spreadsheet is damaged.")).toBeVisible();
  await field.setInputFiles({ ...file, buffer: Buffer.from(FILE) });
  // The file's first piece never arrives, so the page waits for it.
  const letThrough = await intercept(page, "**/api/members/contacts/import/rows", () => {});
  await dialog.getByRole("button", { name: "Check file" }).click();
  await expect(dialog.getByText("Checking 0 of 4 rows")).toBeVisible();
  const cancelled = page.waitForResponse("**/api/members/contacts/import/cancel");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await cancelled).ok()).toBe(true);
  letThrough();
  await dialog.getByRole("button", { name: "Check file" }).click();
  await expect(dialog.getByRole("list", { name: "Import" })).toContainText("2 new");
  await page.keyboard.press("Escape");
  await expect(page.getByText("No contacts yet")).toBeVisible();
});

test("an import that is being saved is not cancelled by closing its dialog", async ({ page, browser }) => {
  await signIn(page, "/contacts", await ownAccount(browser, "In a hurry"));
  await page.getByRole("button", { name: "Import file" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) };
  await dialog.getByLabel("CSV or Excel file").setInputFiles(file);
  await dialog.getByRole("button", { name: "Check file" }).click();
  // The save takes a while on the server.
  const saving = await holdOnce(page, "**/api/members/contacts/import/save");
  await dialog.getByRole("button", { name: "Import 2 contacts" }).click();
  await saving.hasCome;
  const cancelled = page.waitForResponse("**/api/members/contacts/import/cancel", { timeout: 1_000 });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await cancelled.catch(() => {});
  saving.letGo();
  await expect(page.getByText("Contacts imported.")).toBeVisible();
  await expect(row(page, "Anna Smith")).toBeVisible();
});

test("a new field without a name is asked for one", async ({ page, browser }) => {
  await signIn(page, "/contacts", await ownAccount(browser, "Forgets names"));
  await page.getByRole("button", { name: "Add contact" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number").fill("+61 412 345 673");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.getByLabel("Value").fill("Nelson");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Enter a name for the new field.")).toBeVisible();
  await dialog.getByLabel("New field").fill("City");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  const listed = await page.request.get("/api/members/contacts");
  expect((await listed.json()).contacts).toMatchObject([{ fields: [{ name: "City", value: "Nelson" }] }]);
});

test("a dialog that was closed while it was being saved closes none that was opened since", async ({
  page,
  browser,
}) => {
  await signIn(page, "/contacts", await ownAccount(browser, "In a hurry"));
  const dialog = page.getByRole("dialog");
  let save = () => {};
  const isHeld = new Promise<void>((resolve) => {
    void interceptOnce(page, "**/api/members/contacts", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      resolve();
      await new Promise<void>((go) => {
        save = go;
      });
      await route.continue();
    });
  });
  await page.getByRole("button", { name: "Add contact" }).click();
  await dialog.getByLabel("Number").fill("+61 412 345 674");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await isHeld;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add contact" }).click();
  await dialog.getByLabel("Number").fill("+61 412 345 675");
  save();
  await expect(page.getByText("Contact added.")).toBeVisible();
  await expect(dialog.getByLabel("Number")).toHaveValue("+61 412 345 675");
});
