import { expect, type Page } from "@playwright/test";
import { signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

/** Returns numbers that no other run has. */
function strangers(many: number): string[] {
  const first = Date.now() % 1_000_000;
  return Array.from(
    { length: many },
    (_, index) => `02${8}${String((first * 10 + index) % 10_000_000).padStart(7, "0")}`,
  );
}

const text = (page: Page) => page.getByRole("textbox", { name: "Text" });

/** Returns the value beside a name in the summary. */
const row = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Summary" })
    .locator("div", { has: page.getByText(name) })
    .last();

test("a list is cleaned, priced, tested, and sent once however often the button is pressed", async ({
  page,
}) => {
  const [first = "", second = ""] = strangers(2);
  await signIn(page, "/send");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Enter at least one valid mobile number")).toBeVisible();
  await expect(page.getByLabel("Numbers")).toBeFocused();

  await page.getByLabel("Numbers").fill(`Mobile\n${first}, ${second};${first}\n09 300 1234`);
  await expect(page.getByText("2 recipients")).toBeVisible();
  await page.getByText(/^Skipped: 1 invalid, 1 can’t receive texts, 1 duplicate$/).click();
  await expect(page.getByText("Line 3: 09 300 1234")).toBeVisible();

  await text(page).fill("“Kia ora” Māori 😀");
  await expect(page.getByText("17 of 160 characters, 1 part, GSM-7")).toBeVisible();
  await expect(page.getByText("Some characters can’t be sent")).toBeVisible();
  await page.getByLabel("Send as Unicode").check();
  await expect(page.getByText("18 of 70 characters, 1 part, UCS-2")).toBeVisible();
  await expect(page.getByText("Some characters will be simplified")).toBeVisible();
  await text(page).fill("n".repeat(71));
  await expect(row(page, "Price in NZ$")).toContainText("$0.46");
  await text(page).fill("Kia ora Māori");
  await expect(row(page, "Price in NZ$")).toContainText("$0.23");

  await page.getByText("Test mode", { exact: true }).click();
  await page.getByRole("button", { name: "Run test" }).click();
  await expect(page.getByRole("heading", { name: "This was a test" })).toBeFocused();
  await expect(page.getByText("2 would be sent")).toBeVisible();
  await page.getByRole("button", { name: "Back to message" }).click();

  await page.getByLabel("Reference").fill(`e2e-send-${first}`);
  await page.getByRole("button", { name: "Send to 2" }).dblclick();
  await expect(page.getByRole("heading", { name: "2 messages are on their way" })).toBeVisible();
  await page.getByRole("link", { name: "View send" }).click();
  await expect(page).toHaveURL(/\/sends\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "View messages" }).click();
  await expect(page).toHaveURL(/\/messages\?send=[0-9a-f-]{36}$/);
  await expect(page.getByRole("table", { name: "Messages" }).getByRole("link")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "This send" })).toContainText("2 messages");
});

test("a message is scheduled, seen to wait, and cancelled; a send likewise", async ({ page }) => {
  const [one = "", two = "", three = ""] = strangers(3);
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await signIn(page, `/send?to=${one}`);
  await text(page).fill("See you at nine");
  const at = page.getByLabel("Send at");
  await at.fill("2020-01-01T09:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByText("Choose a time in the future.")).toBeVisible();
  await expect(at).toBeFocused();
  // The server's refusal concerns the previous form. It disappears when the form changes.
  const zone = page.getByLabel("In each recipient’s time zone");
  await zone.check();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const passed = page.getByText(/has already passed where/);
  await expect(passed).toBeVisible();
  await zone.uncheck();
  await expect(passed).toHaveCount(0);
  await at.fill(`${day}T09:00`);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Scheduled for .*9:00 am$/ })).toBeVisible();
  await page.getByRole("link", { name: "View message" }).click();
  await expect(page.getByText(/^For \d{1,2} \w{3}( \d{4})?, 9:00 am\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel message" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel message" }).click();
  await expect(page.getByText("$0.115 refunded to your balance")).toBeVisible();

  await page.goto("/send");
  await page.getByLabel("Numbers").fill(`${two}\n${three}`);
  await text(page).fill("See you at ten");
  await at.fill(`${day}T10:00`);
  await page.getByRole("button", { name: "Schedule for 2" }).click();
  await page.getByRole("link", { name: "View send" }).click();
  const totals = page.getByRole("region", { name: "This send" });
  await expect(totals).toContainText("2 messages scheduled for");
  await expect(totals).toContainText("2 waiting");
  await totals.getByRole("button", { name: "Cancel send" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel send" }).click();
  await expect(page.getByText("2 messages cancelled and refunded.")).toBeVisible();
  await expect(totals).toContainText("2 cancelled, 0 in progress");
  await expect(totals.getByRole("button", { name: "Cancel send" })).toBeHidden();
});

test("a send goes out by each recipient's own clock", async ({ page }) => {
  const [number = ""] = strangers(1);
  await signIn(page, "/send");
  await page.getByLabel("Numbers").fill(`${number}\n+61 4${number.slice(-8)}`);
  await text(page).fill("Good morning");
  const zone = page.getByLabel("In each recipient’s time zone");
  await expect(zone).toHaveCount(0);
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Send at").fill(`${day}T12:00`);
  await zone.check();
  await expect(page.getByText(/^Australia: 1 message goes out .*, New Zealand time\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Schedule for 2" }).click();
  await expect(page.getByRole("heading", { name: "in each recipient’s time zone" })).toBeVisible();
  await page.getByRole("link", { name: "View send" }).click();
  await page.getByRole("button", { name: "Cancel send" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel send" }).click();
  await expect(page.getByText("2 messages cancelled and refunded.")).toBeVisible();
});

test("a lost answer does not send again, and a changed form does", async ({ page }) => {
  const [number = ""] = strangers(1);
  await signIn(page, `/send?to=${number}`);
  await text(page).fill("Only once");
  const ids: string[] = [];
  let isLost = true;
  await page.route("**/api/members/send", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    ids.push((await response.json()).messageId);
    if (isLost) await route.abort();
    else await route.fulfill({ response });
    isLost = false;
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Can’t reach the server")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeVisible();
  await page.getByRole("button", { name: "Write another" }).click();
  await page.getByLabel("Numbers").fill(number);
  await text(page).fill("Only once");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeVisible();
  expect(ids).toHaveLength(3);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("recipients come from a column of a file, on a phone too", async ({ page }) => {
  const [first = "", second = ""] = strangers(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "/send");
  const rows = `Name,Home,Mobile\n"Smith, Jo",,${first}\nAroha,093001234,${second}\nTama,,none\n`;
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
  await page.getByLabel("CSV or Excel file of recipients").setInputFiles(file);
  await expect(page.getByText("people.csv")).toBeVisible();
  await expect(page.getByLabel("Number column")).toHaveValue("2");
  await expect(page.getByText("2 recipients")).toBeVisible();
  await expect(page.getByText("Skipped: 1 invalid")).toBeVisible();
  await text(page).fill("See it at held-e2e-send.example.org/x");
  await expect(page.getByText("This message will be held until")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByLabel("Number column").selectOption("Home");
  await expect(page.getByText("Skipped: 1 can’t receive texts")).toBeVisible();
  const spreadsheet = { name: "people.xlsx", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") };
  await page.getByLabel("CSV or Excel file of recipients").setInputFiles(spreadsheet);
  await expect(page.getByText("This spreadsheet is damaged")).toBeVisible();
});

test("columns of a file are filled into the text, and each gets its own", { tag: WALK }, async ({ page }) => {
  const [first = "", second = ""] = strangers(2);
  await signIn(page, "/send");
  const rows = `Name,Mobile,Table\nAna,${first},12\nBen,${second},\n`;
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
  await page.getByLabel("CSV or Excel file of recipients").setInputFiles(file);
  await text(page).fill("Hi ");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(text(page)).toHaveValue("Hi {{Name}}");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(", your table is {{table}}.");
  await expect(page.getByText("1 recipient has no table (line 3).")).toBeVisible();
  const shown = page.getByRole("region", { name: "Preview" });
  await text(page).fill("Tēnā koe {{Name}}, kei te tēpu {{table|?}}");
  await expect(shown).toContainText("Tena koe Ana, kei te tepu 12");
  await text(page).fill("Hi {{Name}}, your table is {{table|still open}}.");
  await expect(shown).toContainText("Hi Ana, your table is 12.");
  await shown.getByRole("button", { name: "Next recipient" }).click();
  await expect(shown).toContainText("Hi Ben, your table is still open.");
  await expect(shown.getByRole("button", { name: "Next recipient" })).toBeDisabled();
  await expect(row(page, "Price")).toContainText("0.23");
  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect(page.getByRole("heading", { name: "2 messages are on their way" })).toBeVisible();
  await page.getByRole("link", { name: "View send" }).click();
  await page.getByRole("link", { name: "View messages" }).click();
  await expect(page.getByText("Hi Ana, your table is 12.")).toBeVisible();
  await expect(page.getByText("Hi Ben, your table is still open.")).toBeVisible();
});

test("many recipients are asked about once more", async ({ page }) => {
  await signIn(page, "/send");
  await page.getByLabel("Numbers").fill(strangers(101).join("\n"));
  await text(page).fill("Not sent");
  await page.getByRole("button", { name: "Send to 101" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("You can’t undo this")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(text(page)).toHaveValue("Not sent");
});

test("Ctrl and Enter sends what is written, and never while a character is composed", async ({ page }) => {
  const [number = ""] = strangers(1);
  await signIn(page, "/send");
  // A new page handles keys a moment later.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Send what you’re writing", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await text(page).fill("Kia ora");
  await text(page).press("Enter");
  await expect(text(page)).toHaveValue("Kia ora\n");
  await text(page).dispatchEvent("keydown", {
    key: "Enter",
    ctrlKey: true,
    bubbles: true,
    isComposing: true,
  });
  await expect(page.getByText("Enter at least one valid mobile number")).toHaveCount(0);
  await text(page).press("Control+Enter");
  await expect(page.getByText("Enter at least one valid mobile number")).toBeVisible();
  await page.getByLabel("Numbers").fill(number);
  await page.getByLabel("Numbers").press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Your message is on its way" })).toBeVisible();
});
