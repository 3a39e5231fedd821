import { expect, type Locator, type Page } from "@playwright/test";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter, signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

// Includes animations, which some readers turn off.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Expects no empty space below or beside the content: the page scrolls no further than its content. */
async function expectNoEmptiness(page: Page): Promise<void> {
  const { scrolled, seen, wide, width } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollHeight,
    seen: Math.max(
      innerHeight,
      (document.querySelector("main")?.getBoundingClientRect().bottom ?? 0) + scrollY,
    ),
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(Math.ceil(seen));
  expect(wide).toBeLessThanOrEqual(width);
}

/**
 * Returns the number of lines of a text, once it is visible. Streamed content is hidden at first, and visible
 * content may disappear between two looks.
 */
async function linesOf(text: Locator): Promise<number> {
  let lines = 0;
  const look = () =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    });
  await expect
    .poll(async () => {
      lines = await look();
      return lines;
    })
    .toBeGreaterThan(0);
  return lines;
}

test("a long conversation scrolls inside its frame, and the page with it no further", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Talker");
  const number = ownNumber();
  const program = programOf(page.request, account);
  const out = { to: number, from: "552", messageClass: "transactional" };
  for (let turn = 0; turn < 8; turn++) {
    await program("/gateway/sms/out", { ...out, body: `Question ${turn}` });
    await program("/simulator/inbound", { from: number, to: "552", body: `Answer ${turn}` });
  }
  await signIn(page, `/inbox/${number}`, account);
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("Answer 7");
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectNoEmptiness(page);
  }
});

test("a message with the longest rate code fits on a phone", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Coder");
  const form = { to: ownNumber(), body: "Hi", messageClass: "transactional", rateCode: "c".repeat(95) };
  const sent = await programOf(page.request, account)("/gateway/sms/out", form);
  await page.setViewportSize(PHONE);
  await signIn(page, `/messages/${(await sent.json()).message_id}`, account);
  await expect(page.getByText(form.rateCode)).toBeVisible();
  await expectNoEmptiness(page);
});

test("an amount of money stands on one line", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Payer", "123504.894");
  await page.route("**/api/members/send/preview", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), price: "1150.00", balance: "123454.894" },
    });
  });
  await signIn(page, `/send?to=${ownNumber()}`, account);
  await page.getByRole("textbox", { name: "Text" }).fill("Hi");
  const summary = page.getByRole("region", { name: "Summary" });
  for (const width of [390, 1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const amount of ["$1,150.00", "$123,454.894"])
      expect(await linesOf(summary.getByText(amount)), `${amount} at ${width}`).toBe(1);
  }

  const office = await browser.newContext();
  await enter(office, ADMINISTRATOR);
  const form = { accountId: account.id, amount: "-123454.894", reason: "To see it on a line" };
  await askAs(office, "/api/admin/accounts/balance", { ...form, key: crypto.randomUUID() });
  await office.close();
  await page.setViewportSize(PHONE);
  await page.goto("/billing");
  await page.getByRole("link", { name: /^Statement/ }).click();
  const table = page.getByRole("table");
  expect(await linesOf(table.getByText("−$123,454.894").first())).toBe(1);
  await expectNoEmptiness(page);
});
