import { expect } from "@playwright/test";
import { interceptOnce } from "@/e2e/intercept";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

test("a list is narrowed by chips and dates, kept as a view, and walked by keys", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Lists");
  const program = programOf(page.request, account);
  const numbers = [ownNumber(), ownNumber()];
  for (const to of numbers)
    await program("/gateway/sms/out", { to, from: "552", body: "Kia ora!", messageClass: "transactional" });
  await signIn(page, "/messages", account);
  const table = page.getByRole("table", { name: "Messages" });
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(page.getByText("2 messages", { exact: true })).toBeVisible();

  await page.getByLabel("Dates").selectOption("Today");
  await expect(page).toHaveURL(/start=\d{4}-\d\d-\d\d$/);
  await page.getByLabel("Search").fill(numbers[0] ?? "");
  await page.getByLabel("Search").press("Enter");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("1 message", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the current filters").fill("Mine today");
  await dialog.getByRole("button", { name: "Save view" }).click();
  // The view stores today as a name, not as a date.
  expect(await page.evaluate(() => localStorage.getItem("views:messages"))).toContain("start=today");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Remove filter Search/ }).click();
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove filter Dates: Today" }).click();
  await expect(page).toHaveURL(/\/messages$/);
  await page.getByRole("button", { name: "Views (1)" }).click();
  await dialog.getByRole("link", { name: "Mine today" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Parts" }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(table.getByRole("columnheader", { name: "Parts" })).toHaveCount(0);
  await expect(table.getByRole("columnheader", { name: "Status" })).toBeVisible();

  const links = table.getByRole("link");
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowUp");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: `To ${writtenNumber(numbers[1] ?? "")}` }),
  ).toBeVisible();
  await page.goBack();
  await table.getByRole("cell", { name: "Kia ora!" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^To 021/ })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  await expect(table.getByRole("columnheader", { name: "Accepted" })).toHaveCount(1);
  const size = await table.getByRole("row").nth(1).boundingBox();
  expect(size?.height).toBeGreaterThanOrEqual(44);
  // Clicks beside the number: the whole row is a link.
  await table
    .getByRole("row")
    .nth(1)
    .click({ position: { x: (size?.width ?? 0) / 2, y: 8 } });
  await expect(page.getByRole("heading", { level: 1, name: /^To 021/ })).toBeVisible();
});

test("a page of a list is as long as one chooses", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Rows");
  const { email: userId, password } = account;
  const to = Array.from({ length: 30 }, ownNumber);
  const message = { userId, password, to, from: "552", body: "Kia ora!", messageClass: "transactional" };
  expect((await page.request.post("/gateway/sms/out", { data: message })).ok()).toBe(true);
  await signIn(page, "/messages", account);
  const table = page.getByRole("table", { name: "Messages" });
  await expect(table.getByRole("row")).toHaveCount(26);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(table.getByRole("row")).toHaveCount(6);
  await page.getByLabel("Rows").selectOption("50");
  await expect(page).toHaveURL(/\/messages\?limit=50$/);
  await expect(table.getByRole("row")).toHaveCount(31);
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(31);
  await page.getByLabel("Rows").selectOption("25");
  await expect(table.getByRole("row")).toHaveCount(26);
});

test("several rows are chosen, by mouse and by key, and changed together", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Chosen");
  await signIn(page, "/overview", account);
  const numbers = [ownNumber(), ownNumber(), ownNumber()];
  for (const number of numbers) await askAs(page, "/api/members/blocked-numbers", { number });
  await page.goto("/blocked-numbers");
  const table = page.getByRole("table", { name: "Blocked numbers" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await table.getByRole("checkbox", { name: "Select all" }).check();
  await expect(page.getByText("3 numbers selected")).toBeVisible();
  const first = table.getByRole("checkbox", { name: `Select ${writtenNumber(numbers[0] ?? "")}` });
  await first.focus();
  await page.keyboard.press("x");
  await expect(first).not.toBeChecked();
  await page.getByRole("status").getByRole("button", { name: "Resubscribe" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Resubscribe 2 numbers?");
  await dialog.getByRole("button", { name: "Resubscribe" }).click();
  await expect(page.getByText("2 numbers resubscribed.")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText(writtenNumber(numbers[0] ?? ""));

  // A refused request does not stop the others.
  for (const number of numbers.slice(1)) await askAs(page, "/api/members/blocked-numbers", { number });
  await page.reload();
  const refusal = { success: false, code: "conflict", error: "Try again later." };
  await interceptOnce(page, "**/api/members/blocked-numbers/resubscribe", (route) =>
    route.fulfill({ status: 409, json: refusal }),
  );
  await table.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("status").getByRole("button", { name: "Resubscribe" }).click();
  await dialog.getByRole("button", { name: "Resubscribe" }).click();
  await expect(page.getByText("2 numbers resubscribed.")).toBeVisible();
  await expect(page.getByText("1 number failed. Try again later.")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("lists with filters say those that are on, and keep them as views", async ({ page }) => {
  await signIn(page, "/billing", ADMINISTRATOR);
  const narrow = async (path: string, label: string, choice: string, chip: string) => {
    await page.goto(path);
    const isOn = page.getByRole("button", { name: `Remove filter ${chip}` });
    // A new page handles a choice a moment later.
    await expect(async () => {
      await page.getByLabel(label, { exact: true }).first().selectOption(choice);
      await expect(isOn).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByRole("button", { name: "Views", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name of the current filters").fill("Mine");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await isOn.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.getByRole("button", { name: "Views (1)" }).click();
    await dialog.getByRole("link", { name: "Mine" }).click();
    await expect(isOn).toBeVisible();
  };
  await narrow("/billing", "Show", "Top-up", "Entry: Top-up");
  await narrow("/blocked-numbers", "Show", "Blocked and resubscribed", "Show: Blocked and resubscribed");
  await narrow("/admin/accounts", "Status", "Disabled", "Status: Disabled");
  await narrow("/settings", "Dates", "Last 7 days", "Dates: Last 7 days");
  await page.goto("/inbox?number=0211234567");
  await page.getByRole("button", { name: "Remove filter Number: 0211234567" }).click();
  await expect(page).toHaveURL(/inbox$/);
});

test("a list of several pages is sorted by the server", async ({ page }) => {
  await signIn(page, "/admin/shortcodes", ADMINISTRATOR);
  const header = page.getByRole("columnheader", { name: "Number" });
  const numbers = page
    .getByRole("table", { name: "Shortcodes" })
    .getByRole("cell")
    .filter({ hasText: /^\d+$/ });
  const inOrder = async () => (await numbers.allTextContents()).toSorted();
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/order=number$/);
  await expect(numbers).toHaveText(await inOrder());
  await page.reload();
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(numbers).toHaveText((await inOrder()).toReversed());
});

test("a list of several pages is sorted by the server, which the address keeps", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Sorted");
  const { email: userId, password } = account;
  const to = Array.from({ length: 30 }, ownNumber);
  const message = { userId, password, to, from: "552", body: "Kia ora!", messageClass: "transactional" };
  expect((await page.request.post("/gateway/sms/out", { data: message })).ok()).toBe(true);
  await signIn(page, "/messages", account);
  const table = page.getByRole("table", { name: "Messages" });
  const header = table.getByRole("columnheader", { name: "Accepted" });
  const first = table.getByRole("link").first();
  const at = (place: number) => writtenNumber(to.at(place) ?? "");
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(first).toHaveText(at(-1));
  await header.getByRole("button").click();
  await expect(page).toHaveURL(/\?order=time$/);
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(first).toHaveText(at(0));
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/order=time&after=/);
  await expect(first).toHaveText(at(25));
  await page.reload();
  await expect(first).toHaveText(at(25));
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(first).toHaveText(at(0));
  await header.getByRole("button").click();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(first).toHaveText(at(-1));

  const made = await askAs(page, "/api/members/contacts/lists", { name: "Spring" });
  const { id: list } = await made.json();
  for (const name of ["Zoe", "anna"]) {
    await askAs(page, "/api/members/contacts", { number: ownNumber(), name, lists: [list] });
  }
  await page.goto("/contacts?order=name");
  const contacts = page.getByRole("table", { name: "Contacts" });
  await expect(contacts.getByRole("link")).toHaveText(["anna", "Zoe"]);
  await contacts.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page).toHaveURL(/order=-name$/);
  await expect(contacts.getByRole("link")).toHaveText(["Zoe", "anna"]);

  // A list has no order by name. It shows the newest first, even if the address has an order.
  const added = contacts.getByRole("columnheader", { name: "Added" });
  await page.goto("/contacts?order=name&limit=1");
  await expect(contacts.getByRole("link")).toHaveText(["anna"]);
  await page.getByLabel("List", { exact: true }).selectOption("Spring");
  await expect(page).toHaveURL(new RegExp(`/contacts\\?limit=1&list=${list}$`));
  for (const address of ["", `/contacts?order=name&limit=1&list=${list}`]) {
    if (address !== "") await page.goto(address);
    await expect(added).toHaveAttribute("aria-sort", "descending");
    await expect(contacts.getByRole("link")).toHaveText(["anna"]);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(contacts.getByRole("link")).toHaveText(["Zoe"]);
  }
  await page.goto("/contacts?order=-name");
  await expect(contacts.getByRole("link")).toHaveText(["Zoe", "anna"]);

  // On a phone the row's link covers the row, but is below its checkbox.
  await page.setViewportSize({ width: 390, height: 844 });
  const choice = contacts.getByRole("checkbox", { name: "Select Zoe" });
  await choice.check();
  await expect(choice).toBeChecked();
  await expect(page).toHaveURL(/order=-name$/);
});
