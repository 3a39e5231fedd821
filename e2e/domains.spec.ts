import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { ADMINISTRATOR, askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { choose } from "@/e2e/shell/row-menu";
import { ACCOUNT, signIn } from "@/e2e/sign-in";
import { listening, test } from "@/e2e/test";

/** A domain that no earlier run has used. */
const unique = `e2e-${Date.now()}`;

const requestsOf = (page: Page) => page.getByRole("table", { name: "Requests" });

/** Requests a domain for which messages are held, through one of its links. */
async function requestDomain(page: Page, good: string): Promise<void> {
  await signIn(page, "/domains");
  const held = page.getByRole("table", { name: "Hosts with held messages" });
  await expect(held).toContainText(`www.${good}`);
  await page.getByRole("button", { name: "Request domain" }).first().click();
  const asked = page.getByRole("dialog");
  await asked.getByLabel("Domain").fill("co.nz");
  await asked.getByRole("button", { name: "Request" }).click();
  await expect(asked).toContainText("This domain can't be approved");
  await expectAccessible(page);
  await asked.getByLabel("Domain").fill(`https://${good}/spring`);
  await asked.getByRole("button", { name: "Request" }).click();
  await expect(requestsOf(page)).toContainText(good);
  await expect(held).toContainText(`Requested as ${good}`);
}

/** Approves one domain and rejects another as an administrator. */
async function decide(office: Page, good: string, bad: string): Promise<void> {
  await signIn(office, "/admin", ADMINISTRATOR);
  await office.getByRole("link", { name: "Held domains" }).first().click();
  const entry = office.getByRole("row", { name: new RegExp(`^${good}\\b`) });
  await expect(entry).toContainText("Parcel •••••:");
  await expectAccessible(office);
  await takePicture(office, "admin-domains");
  await entry.getByRole("button", { name: "Approve" }).click();
  const dialog = office.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: new RegExp(`^${good}`) })).toBeChecked();
  await expectAccessible(office);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(entry).toHaveCount(0);

  const refused = office.getByRole("row", { name: new RegExp(`^${bad}\\b`) });
  await refused.getByRole("button", { name: "Reject" }).click();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog).toContainText("Enter a reason");
  await dialog.getByLabel("Reason").fill("A prize that is none.");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(refused).toHaveCount(0);
}

/** Checks the decisions, and removes the approved domain. */
async function removeApproved(page: Page, good: string): Promise<void> {
  await page.reload();
  const approved = page.getByRole("table", { name: "Approved domains" });
  await expect(approved).toContainText(good);
  await expect(requestsOf(page)).toContainText("A prize that is none.");
  await expect(requestsOf(page)).not.toContainText(good);
  await choose(approved.getByRole("row", { name: good }), "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: `Actions for ${good}` })).toHaveCount(0);
}

test("a domain is requested, approved by an administrator, and its message goes out", async ({
  page,
  browser,
  request,
}) => {
  // Takes some seconds alone, and more beside other tests.
  test.setTimeout(60_000);
  const [good, bad] = [`${unique}.example.co.nz`, `${unique}-bad.example.org`];
  const { email: userId, password } = ACCOUNT;
  const send = async (body: string) => {
    const form = { userId, password, to: "64211230098", body, messageClass: "transactional" };
    const sent = await (await request.post("/gateway/sms/out", { form })).json();
    expect(sent).toMatchObject({ status: "held" });
    return sent.message_id as string;
  };
  const status = async (id: string) => {
    const form = { userId, password, message_id: id };
    return (await (await request.post("/gateway/sms/status/query", { form })).json()).messages[0]?.status;
  };
  const goodId = await send(`Parcel 12345: https://www.${good}/t`);
  const badId = await send(`Win a prize at ${bad}`);

  await requestDomain(page, good);
  await decide(listening(await (await browser.newContext()).newPage()), good, bad);
  await expect.poll(() => status(goodId), { timeout: 15_000 }).toBe("DELIVRD");
  expect(await status(badId)).toBe("DELETED");

  await removeApproved(page, good);
});

test("an open page of held domains shows what is held from now on", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Holder");
  const host = `${unique}-live.example.net`;
  await signIn(page, "/admin/domains", ADMINISTRATOR);
  await expect(page.getByRole("heading", { level: 1, name: "Held domains" })).toBeVisible();
  const send = programOf(page.request, account);
  await send("/gateway/sms/out", { to: ownNumber(), messageClass: "transactional", body: `See ${host}` });
  const entry = page.getByRole("row", { name: new RegExp(`^${host}.*Holder`) });
  await expect(entry).toContainText("1 message held", { timeout: 15_000 });
  const decision = { accountId: account.id, domain: host, reason: "Not a real one." };
  await askAs(page, "/api/admin/domains/reject", decision);
  await expect(entry).toHaveCount(0, { timeout: 15_000 });
});
