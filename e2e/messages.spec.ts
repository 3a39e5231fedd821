import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { ACCOUNT, signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

const credentials = { userId: ACCOUNT.email, password: ACCOUNT.password };

/** Returns a number and an own ID that no other run has. */
function stranger(): { number: string; ownId: string } {
  const digits = String(Date.now() % 10_000_000).padStart(7, "0");
  return { number: `6421${digits}`, ownId: `e2e-${digits}` };
}

async function send(request: APIRequestContext, message: Record<string, string>): Promise<string> {
  const sent = await request.post("/gateway/sms/out", {
    form: { ...credentials, messageClass: "transactional", ...message },
  });
  expect(sent.status()).toBe(200);
  return (await sent.json()).message_id;
}

async function writeFrom(request: APIRequestContext, from: string, body: string): Promise<void> {
  const written = await request.post("/simulator/inbound", {
    form: { ...credentials, from, to: "552", body },
  });
  expect(written.status()).toBe(200);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(shown);
}

test("a message is found, followed to its reply, and answered, until they opt out", { tag: WALK }, async ({
  page,
  request,
}) => {
  const { number, ownId } = stranger();
  await send(request, { to: number, body: "Kia ora! Your order is ready.", messageId: ownId, from: "552" });
  await signIn(page, "/messages");
  await page.getByLabel("Search").fill(ownId);
  await page.getByLabel("Search").press("Enter");
  await expect(page).toHaveURL(new RegExp(`search=${ownId}`));
  await page
    .getByRole("table", { name: "Messages" })
    .getByRole("link", { name: writtenNumber(number) })
    .click();
  await expect(page.getByText("Delivered to the phone")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("$0.115", { exact: true })).toBeVisible();

  await writeFrom(request, number, "Thanks! Until when?");
  await expect(page.getByText("They replied")).toBeVisible({ timeout: 15_000 });
  await page.getByRole("link", { name: "View conversation" }).click();
  const log = page.getByRole("log", { name: "Messages" });
  await expect(log.getByText("Thanks! Until when?")).toBeVisible();
  const field = page.getByLabel("Reply from 552");
  await field.fill("Until five – see you");
  await expect(page.getByText("20 characters, 1 part, GSM-7")).toBeVisible();
  await expect(page.getByText("Will be sent as: Until five - see you")).toBeVisible();
  await field.press("Control+Enter");
  await expect(page.getByText("Sent (1 part).")).toBeVisible();
  await expect(log.getByText("Until five - see you")).toBeVisible();
  await expect(field).toHaveValue("");

  await writeFrom(request, number, "STOP");
  // Without the reload it would appear within ten seconds.
  await page.reload();
  await expect(page.getByText("This number has opted out")).toBeVisible();
  await expect(field).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test("a held message is found by its state, cancelled, and its money comes back", async ({
  page,
  request,
}) => {
  const { number } = stranger();
  const id = await send(request, { to: number, body: "Track it at held-for-e2e.example.org/t/1" });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "/messages");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status").selectOption({ label: "Held: link not approved" });
  await expect(page).toHaveURL(/status=HELD/);
  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("HELD");
  await page.getByRole("link", { name: writtenNumber(number) }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${id}$`));
  await expect(page.getByText("held-for-e2e.example.org, which wasn’t approved")).toBeVisible();
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Cancel message" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel message" }).click();
  await expect(page.getByText("$0.115 refunded to your balance")).toBeVisible();
  await expect(page.getByText("Cancelled: won’t be sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel message" })).toBeHidden();
});

test("the list is taken along as a file", async ({ page, request }) => {
  const { number, ownId } = stranger();
  await send(request, { to: number, body: "=SUM(1)", messageId: ownId });
  await signIn(page, `/messages?search=${ownId}`);
  await expect(page.getByRole("link", { name: writtenNumber(number) })).toBeVisible();
  const copied = await page.getByRole("table", { name: "Messages" }).evaluate((table) => {
    getSelection()?.selectAllChildren(table);
    const clipboardData = new DataTransfer();
    table.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData("text/plain");
  });
  expect(copied, "as the API has it").toContain(number);
  expect(copied).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await expect(page.getByRole("table", { name: "Messages" })).not.toContainText(number);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const stream = await (await download).createReadStream();
  let file = "";
  for await (const chunk of stream) file += chunk;
  const lines = file.trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,${ownId},`);
  expect(lines[1]).toContain(",'=SUM(1),");
});
