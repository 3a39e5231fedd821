import { type Browser, expect, type Page } from "@playwright/test";
import { askAs, type OwnAccount, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { changeRow, invitationToken } from "@/e2e/people/database";
import { enter, signIn } from "@/e2e/sign-in";
import { listening, test } from "@/e2e/test";

const CONTACTS = 5_000;

/** Returns a file of people here and in Australia, with one row that has no number. */
function file(): Buffer {
  const rows = Array.from({ length: CONTACTS }, (_, place) =>
    place % 100 === 0
      ? `+61 412 ${String(345_000 + place)},"Person, ${place}"`
      : `021 5${String(550_000 + place)},"Person, ${place}"`,
  );
  return Buffer.from(["Mobile,Name", ...rows, "nobody,Nobody"].join("\r\n"));
}

async function importContacts(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("CSV or Excel file")
    .setInputFiles({ name: "customers.csv", mimeType: "text/csv", buffer: file() });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("name");
  await dialog.getByLabel("Add to list").fill("Customers");
  await dialog.getByRole("button", { name: "Check file" }).click();
  await expect(dialog.getByRole("list", { name: "Import" }).getByRole("listitem")).toHaveText(
    ["5,000 new", "1 skipped"],
    { timeout: 30_000 },
  );
  await expect(dialog.getByText("Line 5002: nobody – Not a phone number")).toBeVisible();
  await dialog.getByRole("button", { name: "Import 5,000 contacts" }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
}

/** Schedules a template for all of them, tomorrow at nine in each recipient's time zone. */
async function schedule(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Send to Customers" }).click();
  await page.getByLabel("Template", { exact: true }).selectOption("Spring sale");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hi Person, 0");
  await page.getByLabel("Name").fill("Spring campaign");
  await page.getByLabel("Rate code").fill("spring");
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("sv", {
    timeZone: "Pacific/Auckland",
  });
  await page.getByLabel("Send at").fill(`${tomorrow}T09:00`);
  await page.getByLabel("In each recipient’s time zone").check();
  await expect(page.getByText(/^Australia: 50 messages go out tomorrow/)).toBeVisible();
  await page.getByRole("button", { name: "Schedule for 5,000" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This costs $575.00.");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await page.getByRole("link", { name: "View send" }).click({ timeout: 30_000 });
}

/** Opens a page for a colleague with the sender's role. */
async function colleague(browser: Browser, owner: Page, place: string): Promise<Page> {
  const [email, password] = [`e2e-${crypto.randomUUID()}@example.com`, "a brand new password"];
  await askAs(owner, "/api/members/people/invite", { email, role: "sender" });
  const context = await browser.newContext();
  const token = await invitationToken(email);
  await askAs(context, "/api/members/people/join", { token, name: "Robin", password });
  await enter(context, { email, password });
  const page = listening(await context.newPage());
  await page.goto(place);
  return page;
}

const totalsOf = (page: Page) => page.getByRole("region", { name: "This send" });
const figure = (page: Page, name: string) =>
  page.locator("dl > div", { has: page.getByText(name, { exact: true }) });

/** Sends messages at once: one recipient replies, one opts out, and one cannot be reached. */
async function sendAtOnce(page: Page, account: OwnAccount): Promise<void> {
  const numbers = [ownNumber(), ownNumber()];
  await page.goto("/send");
  await page.getByLabel("Numbers").fill([...numbers, ownNumber().replace(/.{4}$/, "9916")].join("\n"));
  await page.getByRole("textbox", { name: "Text" }).fill("Doors open at nine.");
  await page.getByLabel("Rate code").fill("spring");
  await page.getByRole("button", { name: "Send to 3" }).click();
  await page.getByRole("link", { name: "View send" }).click();
  await expect(totalsOf(page)).toContainText("2 delivered, 1 failed", { timeout: 20_000 });
  const program = programOf(page.request, account);
  await program("/simulator/inbound", { from: numbers[0] ?? "", to: "552", body: "See you there" });
  await program("/simulator/inbound", { from: numbers[1] ?? "", to: "552", body: "STOP" });
  await expect(figure(page, "Replied")).toContainText("2");
  await expect(figure(page, "Opt-outs")).toContainText("1");
  await page
    .getByRole("region", { name: "Why messages failed" })
    .getByRole("link", { name: "View messages" })
    .click();
  await page.getByRole("table", { name: "Messages" }).getByRole("link").click();
  await expect(page.getByRole("region", { name: "Why it failed" })).toContainText("Not delivered");
}

test("a shop's campaign: import, template, schedule, pause by a colleague, replies, cost and a refused call", async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const account = await ownAccount(browser, "Harbour Shop", "2000");
  await signIn(page, "/contacts", account);
  await importContacts(page);
  await askAs(page, "/api/members/templates", { name: "Spring sale", text: "Hi {{name}}, 20% off today!" });
  await schedule(page);
  await expect(totalsOf(page)).toContainText("5,000 waiting");

  const robin = await colleague(browser, page, new URL(page.url()).pathname);
  await totalsOf(robin).getByRole("button", { name: "Pause" }).click();
  await expect(totalsOf(robin)).toContainText("5,000 paused", { timeout: 30_000 });
  await totalsOf(robin).getByRole("button", { name: "Resume" }).click();
  await robin.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await expect(totalsOf(robin).getByRole("button", { name: "Pause" })).toBeVisible({ timeout: 30_000 });
  await robin.context().close();

  await sendAtOnce(page, account);
  await page.goto("/billing");
  await page
    .getByRole("link", { name: /^Statement of/ })
    .first()
    .click();
  // The pause refunded the messages, and the resumption billed them again.
  const charges = page.getByRole("region", { name: "Charges" });
  await expect(charges.getByRole("row", { name: /spring/ })).toContainText("10,003");
  await expect(charges.getByRole("row", { name: /^Refunds/ })).toContainText("−$575.00");
  await expect(charges.getByRole("row", { name: /^Total/ })).toContainText("$575.345");

  const { email: userId, password } = account;
  const form = { userId, password, to: ownNumber(), body: "Kia ora", messageClass: "urgent" };
  expect((await page.request.post("/gateway/sms/out", { form })).status()).toBe(400);
  // Makes a day pass.
  const aDayAgo = "update api_requests set at = at - interval '1 day' where account_id = $1 and status = 400";
  await expect(() => changeRow(aDayAgo, [account.id])).toPass();
  await page.goto("/requests?status=refused");
  await page.getByLabel("Dates").selectOption("Yesterday");
  await page.getByRole("table", { name: "Requests" }).getByRole("link").click();
  await expect(page.getByRole("main")).toContainText("must be 'transactional' or 'marketing'");
});
