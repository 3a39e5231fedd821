import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { axeOf, linesOf } from "@/e2e/axe";
import { ADMINISTRATOR } from "@/e2e/own-account";
import { choose } from "@/e2e/shell/row-menu";
import { ACCOUNT, signIn, signInOnPage } from "@/e2e/sign-in";
import { listening, test, WALK } from "@/e2e/test";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** An account, a phone, a key and a domain of this run: other tests use the same server. */
const unique = String(Date.now() % 100_000).padStart(5, "0");
const PHONE = `642188${unique}`;
const EMAIL = `walk-${unique}@example.com`;
const KEY = `Walk ${unique}`;
const DOMAIN = `walk-${unique}.example.co.nz`;

/** Creates an account as an administrator and adds money to it. Returns its first password. */
async function openAccount(office: Page): Promise<string> {
  await signIn(office, "/admin/accounts", ADMINISTRATOR);
  await office.getByRole("button", { name: "Create account" }).click();
  await office.getByLabel("Email").fill(EMAIL);
  await office.getByLabel("Name", { exact: true }).fill("Walk");
  await office.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
  const password = (await office.getByRole("dialog").locator("code").textContent()) ?? "";
  await office.getByRole("link", { name: "View account" }).click();
  await office.getByRole("button", { name: "Adjust" }).click();
  await office.getByLabel("Amount").fill("5");
  await office.getByLabel("Reason").fill("To begin with");
  await office.getByRole("dialog").getByRole("button", { name: "Add $5.00" }).click();
  await expect(office.getByRole("region", { name: "Balance" })).toContainText("$5.00");
  return password;
}

/** Returns a program's use of a key: it gets a token, and sends. */
function program(request: APIRequestContext, client_id: string, client_secret: string) {
  return async (body: string) => {
    const form = { client_id, client_secret };
    const { access_token } = await (await request.post("/gateway/auth/token", { form })).json();
    const sent = await request.post("/gateway/sms/out", {
      headers: { authorization: `Bearer ${access_token}` },
      data: { to: PHONE, body, messageClass: "transactional", from: "552" },
    });
    expect(sent.status()).toBe(200);
    return (await sent.json()) as { message_id: string; status: string };
  };
}

/** Creates a key on its page, and returns the values that are shown once. */
async function makeKey(page: Page): Promise<[id: string, secret: string]> {
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(KEY);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("only shown once")).toBeVisible();
  const [id = "", secret = ""] = await dialog.locator("code").allTextContents();
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  return [id, secret];
}

const dialogOf = (page: Page) => page.getByRole("dialog");
const phoneOf = (page: Page) => page.getByRole("log", { name: "Texts on this phone" });

type Send = ReturnType<typeof program>;

/** Sends with the key, and waits until the message is delivered. Returns its ID. */
async function expectArrival(page: Page, send: Send): Promise<string> {
  const sent = await send("Kia ora! Your table is ready.");
  expect(sent.status).toBe("accepted");
  await page.goto(`/messages/${sent.message_id}`);
  for (const event of ["Accepted", "Sent to network", "Accepted by network"]) {
    await expect(page.getByText(event, { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  }
  await expect(page.getByText("Delivered to the phone")).toBeVisible({ timeout: 15_000 });
  return sent.message_id;
}

/** Replies from the phone, then opts out from it. */
async function answerAndOptOut(page: Page, first: string): Promise<void> {
  const phone = phoneOf(page);
  await page.goto("/overview");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: "handset" }).click();
  await page.getByLabel("Number", { exact: true }).fill(PHONE);
  await page.getByLabel("Number", { exact: true }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`number=${PHONE}`));
  await expect(phone.getByText("Your table is ready.")).toBeVisible();
  await page.getByLabel("Reply text").fill("We are coming");
  await page.getByLabel("Reply text").press("Enter");
  await expect(phone.getByText("We are coming")).toBeVisible();
  await expect(page.getByLabel("Reply text")).toHaveValue("");
  const { violations } = await (await axeOf(page)).analyze();
  expect(linesOf(violations)).toEqual([]);
  await page.getByRole("button", { name: "STOP" }).click();
  await expect(phone.getByText("STOP", { exact: true })).toBeVisible();
  await page.goto(`/messages/${first}`);
  await expect(page.getByText("They replied").first()).toBeVisible();
  await page.goto(`/inbox/${PHONE}`);
  await expect(page.getByText("This number has opted out")).toBeVisible();
}

/** Sends to the blocked number before and after it is resubscribed. */
async function resubscribe(page: Page, send: Send): Promise<void> {
  const phone = phoneOf(page);
  const blocked = await send("Are you still coming?");
  await page.goto(`/messages/${blocked.message_id}`);
  await expect(page.getByText("Blocked: not sent")).toBeVisible();
  await page.goto(`/blocked-numbers?number=${PHONE}`);
  await expect(page.getByRole("table", { name: "Blocked numbers" })).toContainText("STOP");
  await page.getByRole("button", { name: `Resubscribe ${writtenNumber(PHONE)}` }).click();
  await dialogOf(page).getByRole("button", { name: "Resubscribe" }).click();
  await expect(page.getByText("No blocked numbers match")).toBeVisible();
  await send("Good to have you back.");
  await page.goto(`/handset?number=${PHONE}`);
  await expect(phone.getByText("Good to have you back.")).toBeVisible({ timeout: 15_000 });
  await expect(phone.getByText("Are you still coming?")).toHaveCount(0);
}

/** Sends a link, and an administrator approves its domain. */
async function approveDomain(page: Page, office: Page, send: Send): Promise<void> {
  const dialog = dialogOf(page);
  const held = await send(`Your receipt: https://${DOMAIN}/r`);
  expect(held.status).toBe("held");
  await page.goto("/domains");
  await page.getByRole("button", { name: "Request domain" }).first().click();
  await dialog.getByLabel("Domain").fill(DOMAIN);
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect(page.getByRole("table", { name: "Requests" })).toContainText(DOMAIN);
  await page.goto(`/messages/${held.message_id}`);
  await expect(page.getByText("Held: link not approved").first()).toBeVisible();

  await office.goto("/admin/domains");
  const entry = office.getByRole("row", { name: new RegExp(`^${DOMAIN}\\b`) });
  await entry.getByRole("button", { name: "Approve" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(entry).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("Delivered to the phone")).toBeVisible({ timeout: 15_000 });
  await page.goto(`/handset?number=${PHONE}`);
  await expect(phoneOf(page).getByText(`https://${DOMAIN}/r`)).toBeVisible();
}

/** Rolls the signing secret. */
async function rollSecret(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await page.goto("/webhooks");
  const verb = /^(Create secret|Roll secret)$/;
  await page.getByRole("button", { name: verb }).click();
  await dialog.getByRole("button", { name: verb }).click();
  await expect(dialog.locator("code")).toContainText("whsec_");
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
}

/** Requests the message as another account, through the API and the pages. */
async function lookAsStranger(browser: Browser, request: APIRequestContext, first: string): Promise<void> {
  const form = { userId: ACCOUNT.email, password: ACCOUNT.password, message_id: first };
  const asked = await (await request.post("/gateway/sms/status/query", { form })).json();
  expect(asked).toMatchObject({ messages: [], notFound: [first] });
  const stranger = listening(await (await browser.newContext()).newPage());
  await signIn(stranger, `/messages/${first}`);
  await expect(stranger.getByRole("main")).toContainText("Message not found");
  await expect(stranger.getByRole("main")).not.toContainText("Your table is ready.");
  await stranger.goto(`/handset?number=${PHONE}`);
  await expect(stranger.getByText("No messages yet")).toBeVisible();
  await stranger.context().close();
}

/** Deletes the key on its page. */
async function deleteKey(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await page.goto("/api-keys");
  await choose(page.getByRole("row", { name: new RegExp(KEY) }), "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();
}

test("from a first key to a domain approved, by way of a phone that opts out", { tag: WALK }, async ({
  page,
  browser,
  request,
}) => {
  // Takes half a minute alone, and more beside other tests.
  test.setTimeout(120_000);
  const office = listening(await (await browser.newContext()).newPage());
  await signInOnPage(page, "/api-keys", { email: EMAIL, password: await openAccount(office) });
  const [client_id, client_secret] = await makeKey(page);
  const send = program(request, client_id, client_secret);

  const first = await test.step("a message sent with the key arrives", () => expectArrival(page, send));
  await test.step("the phone answers, then opts out", () => answerAndOptOut(page, first));
  await test.step("a blocked number gets nothing until it is resubscribed", () => resubscribe(page, send));
  await test.step("a message with a link waits for its domain", () => approveDomain(page, office, send));
  await test.step("the signing secret is rolled", () => rollSecret(page));
  await test.step("another account's message is none", () => lookAsStranger(browser, request, first));
  await test.step("the key is deleted, and opens nothing", async () => {
    await deleteKey(page);
    const form = { client_id, client_secret };
    expect((await request.post("/gateway/auth/token", { form })).status()).toBe(401);
  });
});
