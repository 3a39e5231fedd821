import { expect, type Page } from "@playwright/test";
import { interceptOnce } from "@/e2e/intercept";
import { ADMINISTRATOR } from "@/e2e/own-account";
import { choose } from "@/e2e/shell/row-menu";
import { ACCOUNT, signIn } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";

const PLACES = [
  "accounts",
  "accounts/1",
  "messages",
  "figures",
  "shortcodes",
  "networks",
  "rates",
  "inbound",
  "health",
];

/** An email address and a number that no earlier run has used. */
const unique = String(Date.now() % 100_000_000);

/** Holds the next call of a path, and passes later ones through. */
async function holdNext(page: Page, path: string) {
  let arrive: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let letGo: () => void = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await interceptOnce(page, `**${path}`, async (route) => {
    arrive();
    await until;
    await route.fallback();
  });
  return { held, letGo };
}

test("an administrator opens an account, puts money on it, and disables it", { tag: WALK }, async ({
  page,
  request,
}) => {
  await signIn(page, "/admin/accounts", ADMINISTRATOR);
  const email = `kiri-${unique}@example.com`;
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name", { exact: true }).fill("Kiri’s Wool");
  await expect(page.getByLabel("Country")).toHaveValue("NZ");
  await page.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
  const password = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  await page.getByRole("link", { name: "View account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kiri’s Wool");

  await page.getByLabel("Country").selectOption("Australia");
  await page.getByRole("button", { name: "Save country" }).click();
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("AU");
  await page.reload();
  await expect(page.getByLabel("Country")).toHaveValue("AU");

  const balance = () => request.post("/gateway/sms/balance", { form: { userId: email, password } });
  const adjust = async (amount: string, reason: string, confirm: string) => {
    await page.getByRole("button", { name: "Adjust" }).click();
    await page.getByLabel("Amount").fill(amount);
    await page.getByLabel("Reason").fill(reason);
    await page.getByRole("dialog").getByRole("button", { name: confirm }).dblclick();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await adjust("25", "Bank transfer", "Add $25.00");
  await adjust("-5.50", "Fee", "Deduct $5.50");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("$19.50");
  expect(await (await balance()).json()).toMatchObject({ balance: "19.50" });
  await expect(page.getByRole("table", { name: "Balance changes" })).toContainText("Bank transfer");
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("Balance adjusted");

  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByLabel("Amount").fill("-20");
  await expect(page.getByText("can’t go below $0")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByLabel("Own standard rate").fill("0.085");
  const reading = await holdNext(page, "/api/admin/accounts/activity*");
  await page.getByRole("button", { name: "Save own standard rate" }).click();
  // The second change gets its response while the page still reads data after the first.
  await reading.held;
  await page.getByRole("switch", { name: "Unicode" }).press("Space");
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("Unicode: on");
  reading.letGo();

  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  expect((await balance()).status()).toBe(401);
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("button", { name: "Disable" })).toBeVisible();
  expect((await balance()).status()).toBe(200);

  await page.goto(`/admin/accounts?q=kiri-${unique}`);
  await expect(page.getByRole("table", { name: "Accounts" }).getByRole("row")).toHaveCount(2);
});

test("an administrator looks after senders and prices", async ({ page }) => {
  await signIn(page, "/admin/shortcodes", ADMINISTRATOR);
  const number = `9${unique}`;
  await page.getByRole("button", { name: "Add shortcode" }).click();
  await page.getByLabel("Number").fill(number);
  await page.getByLabel("One account only").check();
  await page.getByLabel("Account email").fill(ADMINISTRATOR.email);
  await page.getByRole("dialog").getByRole("button", { name: "Add shortcode" }).click();
  const row = page.getByRole("row", { name: number });
  await expect(row).toContainText("Active");
  await choose(row, "Deactivate");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(row).toContainText("Inactive");

  await page.getByRole("link", { name: "Rates" }).click();
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByLabel("Country calling code").fill("44");
  await page.getByLabel("Price per part", { exact: true }).fill("0.09");
  await page.getByRole("button", { name: "Save" }).click();
  const rate = page.getByRole("row", { name: "United Kingdom" });
  await expect(rate).toContainText("$0.09");
  await rate.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Price per part", { exact: true })).toHaveValue("0.09");
  await page.getByLabel("Price per part", { exact: true }).fill("0.12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rate).toContainText("$0.12");
  await choose(rate, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(rate).toHaveCount(0);
  await expect(
    page.getByRole("row", { name: "Everywhere else" }).getByRole("button", { name: /^Actions/ }),
  ).toHaveCount(0);
});

test("there is no administration for who is no administrator", async ({ page }) => {
  await signIn(page, "/settings");
  await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
  for (const place of PLACES) {
    const response = await page.goto(`/admin/${place}`);
    expect(response?.status()).toBe(404);
    // The rewrite goes to a page of the process itself, without a request to another server.
    expect(response?.headers()["x-middleware-rewrite"]).toBe("/_not-found");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
});

test("traffic and revenue show what an account sent, by day and month, and as a file", async ({
  page,
  request,
}) => {
  const sent = await request.post("/gateway/sms/out", {
    form: {
      userId: ACCOUNT.email,
      password: ACCOUNT.password,
      to: "64211234567",
      body: "Kia ora",
      messageClass: "transactional",
    },
  });
  expect(sent.status()).toBe(200);
  await signIn(page, "/admin/figures", ADMINISTRATOR);
  const accounts = page.getByRole("table", { name: "Top accounts" });
  await expect(accounts.getByRole("row").nth(1)).toBeVisible();
  await page.getByText("View as table").click();
  await expect(page.getByRole("table", { name: "By day" }).getByRole("row").nth(1)).toContainText("$");
  await page.getByLabel("By", { exact: true }).selectOption("Month");
  await expect(page).toHaveURL(/by=month/);
  await expect(page.getByRole("heading", { name: "By month" })).toBeVisible();
  await page.getByLabel("Account number").fill("999999");
  await page.getByLabel("Account number").press("Enter");
  await expect(page.getByText("no account", { exact: false })).toBeVisible();
  await page.getByLabel("Account number").fill("");
  await page.getByLabel("Account number").press("Enter");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^figures-.*\.csv$/);
});
