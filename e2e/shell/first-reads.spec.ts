import { expect, type Page } from "@playwright/test";
import { watchArrivals } from "@/e2e/arrival/watch-arrivals";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

async function expectWhole(page: Page, place: string): Promise<void> {
  const arrivals = await watchArrivals(page);
  await arrivals.open(place);
  expect(await arrivals.faults()).toEqual([]);
  await page.close();
}

// Other tests check the other pages.
test("a page comes with what its address asks for", async ({ context, browser }) => {
  const account = await ownAccount(browser, "Reader");
  await enter(context, account);
  const number = ownNumber();
  const program = programOf(context.request, account);
  await program("/gateway/sms/out", {
    to: number,
    body: "Kia ora",
    messageClass: "transactional",
    from: "552",
  });
  await askAs(context, "/api/members/blocked-numbers", { number });
  const office = await browser.newContext();
  await enter(office, ADMINISTRATOR);
  const places = ["/messages?status=DELIVRD", "/blocked-numbers?include=all"];
  const kinds = ["/integrations/storefront", "/integrations/email_to_sms"];
  await Promise.all([
    ...[...places, ...kinds].map(async (place) => expectWhole(await context.newPage(), place)),
    expectWhole(await office.newPage(), "/admin/accounts?q=Reader"),
  ]);
  await office.close();
});
