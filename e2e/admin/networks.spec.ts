import { expect } from "@playwright/test";
import { ADMINISTRATOR } from "@/e2e/own-account";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

/** A name that no earlier run has used. */
const NAME = `away-${String(Date.now() % 100_000_000)}`;

/** Port 9 of this machine is closed. */
const SETTINGS = JSON.stringify({ host: "127.0.0.1", port: 9, systemId: "gateway", tps: 1 });

test("an administrator connects a network, sees why it is down, and takes it out again", {
  tag: WALK,
}, async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  const networks = page.getByRole("list", { name: "Networks" });
  await expect(networks.getByRole("listitem", { name: "simulator" })).toContainText("Up");
  const own = networks.getByRole("listitem", { name: NAME });
  const act = (name: string) => own.getByRole("button", { name: `${name} ${NAME}` }).click();
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

  await page.getByRole("button", { name: "Add network" }).click();
  await page.getByLabel("Name", { exact: true }).fill(NAME);
  await page.getByLabel("Settings").fill('{ "host": "127.0.0.1" }');
  await page.getByLabel("Secret: password").fill("hush-hush");
  await confirm("Add network");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("systemId");
  await page.getByLabel("Settings").fill(SETTINGS);
  await confirm("Add network");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await expect(own).toContainText("Down", { timeout: 40_000 });
  await expect(own.getByRole("list", { name: `${NAME} links` })).toContainText("ECONNREFUSED");
  await expect(own).toContainText("0 waiting");
  await expect(own).toContainText("No senders or routes yet.");

  await act("Settings");
  await expect(page.getByLabel("Settings", { exact: true })).toHaveValue(/"port": 9/);
  await expect(page.getByLabel("Settings", { exact: true })).not.toHaveValue(/hush/);
  await confirm("Save");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await act("Drain");
  await confirm("Drain");
  await expect(own).toContainText("Draining");
  await act("Resume");
  await expect(own.getByRole("button", { name: `Drain ${NAME}` })).toBeVisible();

  await act("Disable");
  await confirm("Disable");
  await expect(own).toContainText("It has no connections");
  await act("Enable");
  await expect(own.getByRole("button", { name: `Disable ${NAME}` })).toBeVisible();

  await act("Remove");
  await confirm("Remove");
  await expect(own).toHaveCount(0);
});

test("an administrator sees what a network is sent, and how much of its windows is in use", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const smsc = await FaultySmsc.start();
  const name = `near-${String(Date.now() % 100_000_000)}`;
  const settings = { host: "127.0.0.1", port: smsc.port, systemId: "gateway", tps: 50 };
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  const own = page.getByRole("list", { name: "Networks" }).getByRole("listitem", { name });
  const act = (action: string) => own.getByRole("button", { name: `${action} ${name}` }).click();
  const confirm = (action: string) => page.getByRole("dialog").getByRole("button", { name: action }).click();

  await page.getByRole("button", { name: "Add network" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Settings").fill(JSON.stringify({ ...settings, binds: { transceiver: 2 } }));
  await page.getByLabel("Secret: password").fill("hush-hush");
  await confirm("Add network");
  await expect(own).toContainText("Sending 0 of 50 parts per second.", { timeout: 40_000 });
  const links = own.getByRole("list", { name: `${name} links` });
  await expect(links.getByText("0 per second, 0 of 10 in the window")).toHaveCount(2);

  await act("Remove");
  await confirm("Remove");
  await expect(own).toHaveCount(0);
  await smsc.stop();
});

test("an administrator sees what is left of a month's messages", async ({ page }) => {
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  const margin = page.getByRole("region", { name: "Cost and margin" });
  await expect(margin.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
    "href",
    /month=\d{4}-\d\d&/,
  );
  await expect(margin).toContainText(/No messages in \w+ \d{4}|Billed/);
});

test("an administrator sees the routes, and which way a message goes", async ({ page }) => {
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  await expect(page.getByRole("table", { name: "Routes" })).toContainText("simulator");
  const tester = page.getByRole("region", { name: "Test a route" });
  await tester.getByLabel("Number", { exact: true }).fill("021 123 4567");
  await tester.getByLabel("Sender").fill("552");
  await tester.getByRole("button", { name: "Find route" }).click();
  await expect(tester).toContainText("Sent to simulator.");
  await expect(tester.getByRole("list", { name: "Networks of the route" })).toContainText(
    "Chosen: no other carrier comes before it.",
  );
  await tester.getByLabel("Number", { exact: true }).fill("nobody");
  await tester.getByRole("button", { name: "Find route" }).click();
  await expect(tester).toContainText("'nobody' is not a number.");

  await page.getByRole("button", { name: "Edit routes" }).click();
  await page.getByLabel("All routes, as JSON").fill('{"routes":[{"targets":[{"carrier":"west"}]}]}');
  await page.getByRole("button", { name: "Replace all" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
    "Route 1: there is no carrier west.",
  );
  const marketing = { sendType: "otp", messageClass: "marketing", targets: [{ carrier: "simulator" }] };
  await page.getByLabel("All routes, as JSON").fill(JSON.stringify({ routes: [marketing] }));
  await page.getByRole("button", { name: "Replace all" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
    "Route 1 can never match: one-time codes are always transactional.",
  );
});

test("an administrator sees which routes have come to match nothing", async ({ page }) => {
  const problems = ["Route 2: all of its carriers are disabled or draining, so it leads nowhere."];
  await page.route("**/api/admin/networks", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), routes: { problems, count: 2 } } });
  });
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  const list = page
    .getByRole("region", { name: "Routes", exact: true })
    .getByRole("list", { name: "Problems with routes" });
  await expect(list.getByRole("listitem")).toHaveText([...problems, "And 1 more."], { timeout: 15_000 });
});

test("an administrator sets what follows from an error, changes it and takes it back", async ({ page }) => {
  await signIn(page, "/admin/networks", ADMINISTRATOR);
  const rules = page.getByRole("region", { name: "Error rules" });
  const dialog = page.getByRole("dialog");
  // A vendor's code that no earlier run has used.
  const code = `0x0000${(0x1000 + (Date.now() % 0xefff)).toString(16).toUpperCase()}`;
  await rules.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByLabel("Code").fill("pigeon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("must be a status of SMPP");
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Outcome").selectOption("Retry later");
  await dialog.getByLabel("Retry after (seconds)").fill("1.5");
  await dialog.getByLabel("Tries").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const row = rules.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("Retry after 1.5 s, up to 2 tries, then use the next network");
  await expect(row).toContainText("Default: use the next network");

  await row.getByRole("button", { name: `Edit ${code} (smpp)` }).click();
  await dialog.getByLabel("Outcome").selectOption("Fail the message");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Fail the message");

  await row.getByRole("button", { name: `Actions for ${code} (smpp)` }).click();
  await chooseItem(page, "Remove");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});
