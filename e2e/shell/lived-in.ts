import { type Browser, expect, type Page } from "@playwright/test";
import { askAs, type OwnAccount, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { enter } from "@/e2e/sign-in";
import {
  CONTACT_NAME_LENGTH,
  ENDPOINT_NAME_LENGTH,
  EVENT_TYPES,
  FIELD_NAME_LENGTH,
  FIELD_VALUE_LENGTH,
  LIST_NAME_LENGTH,
  MESSAGE_ID_LENGTH,
  RATE_CODE_LENGTH,
  SEND_NAME_LENGTH,
  TEMPLATE_NAME_LENGTH,
} from "@/lib/contracts/base/values";
import { KEY_NAME_LENGTH } from "@/lib/contracts/members/api-keys";
import { RULE_NAME_LENGTH } from "@/lib/contracts/members/auto-replies";
import { ACCOUNT_NAME_LENGTH } from "@/lib/contracts/members/settings";

/** Names below it never resolve, so nothing leaves this machine. */
const NOWHERE = "https://receiver.invalid/events";

/** A long text without a place for a line break, like a link. */
const HELD = `Track it at https://held.example.org/${"parcel-".repeat(8)}1`;

/** Returns the longest possible name, without a place for a line break. */
const longest = (name: string, length: number) => name.padEnd(length, "w");

/** The pages of single things of an account, by kind. */
export type LivedIn = Record<
  "message" | "send" | "conversation" | "handset" | "delivery" | "request" | "statement",
  string
> & { account: OwnAccount };

/**
 * Fills an account so that no list is empty and every name has the maximum length. Returns the pages of its
 * single things.
 */
export async function livedIn(browser: Browser, page: Page): Promise<LivedIn> {
  const account = await ownAccount(browser, longest("Lived in ", ACCOUNT_NAME_LENGTH));
  const program = programOf(page.request, account);
  const [number, another] = [ownNumber(), ownNumber()];
  await enter(page, account);
  await program("/gateway/sms/in", { url: NOWHERE });
  await program("/gateway/sms/status", { url: NOWHERE });
  const message = {
    from: "552",
    messageClass: "transactional",
    rateCode: longest("orders", RATE_CODE_LENGTH),
  };
  const messageId = longest("order", MESSAGE_ID_LENGTH);
  const sent = await program("/gateway/sms/out", {
    ...message,
    to: number,
    messageId,
    body: "Your order is ready.",
  });
  await program("/gateway/sms/out", { ...message, to: another, body: "Until five?" });
  await program("/gateway/sms/out", { ...message, to: another, body: HELD });
  const { email: userId, password } = account;
  await page.request.post("/gateway/sms/out", { form: { userId, password, to: number } });
  await program("/simulator/inbound", { from: number, to: "552", body: "Thank you!" });
  await program("/simulator/inbound", { from: another, to: "552", body: "STOP" });
  const together = {
    to: [`${number.slice(0, -4)}9916`, another],
    body: "Kia ora",
    messageClass: "marketing",
  };
  const send = await askAs(page, "/api/members/send", {
    ...together,
    name: longest("Spring", SEND_NAME_LENGTH),
    sandbox: false,
    key: crypto.randomUUID(),
  });
  await createObjects(page);
  return {
    account,
    message: `/messages/${(await sent.json()).message_id}`,
    send: `/sends/${(await send.json()).sendId}`,
    conversation: `/inbox/${number}`,
    handset: `/handset?number=${number}`,
    delivery: `/webhooks/${await firstDelivery(page)}`,
    request: `/requests/${await refusedRequest(page)}`,
    statement: `/billing/statement/${thisMonth()}`,
  };
}

/** Creates one object for each list of the Members Area. Each has the longest name possible. */
async function createObjects(page: Page): Promise<void> {
  await askAs(page, "/api/members/contacts/lists", { name: longest("Customers", LIST_NAME_LENGTH) });
  await askAs(page, "/api/members/contacts", {
    number: "021 555 0101",
    name: longest("Anna", CONTACT_NAME_LENGTH),
    fields: [{ name: longest("City", FIELD_NAME_LENGTH), value: longest("Nelson", FIELD_VALUE_LENGTH) }],
  });
  await askAs(page, "/api/members/templates", {
    name: longest("Reminder", TEMPLATE_NAME_LENGTH),
    text: "Hi {{name}}, see you tomorrow.",
  });
  await askAs(page, "/api/members/auto-replies", {
    name: longest("Hours", RULE_NAME_LENGTH),
    match: "keyword",
    words: ["HOURS"],
    text: "We are open from 9 to 5.",
    id: crypto.randomUUID(),
    hours: "outside",
    days: [6, 7],
    fromTime: "09:00",
    toTime: "17:00",
  });
  await askAs(page, "/api/members/api-keys", { name: longest("Web shop", KEY_NAME_LENGTH) });
  await askAs(page, "/api/members/webhooks/endpoints", {
    name: longest("Warehouse", ENDPOINT_NAME_LENGTH),
    url: `${NOWHERE}/${longest("orders", 150)}`,
    eventTypes: EVENT_TYPES.slice(0, 1),
  });
  await askAs(page, "/api/members/domains/request", { domain: "example.org" });
}

/** Returns the month in New Zealand. */
const thisMonth = () => new Date().toLocaleDateString("en-CA", { timeZone: "Pacific/Auckland" }).slice(0, 7);

async function refusedRequest(page: Page): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    const { requests } = await (await page.request.get("/api/members/requests?status=refused")).json();
    id = requests[0]?.id;
    expect(id).toBeDefined();
  }).toPass();
  return id as string;
}

async function firstDelivery(page: Page): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    const { deliveries } = await (await page.request.get("/api/members/webhooks/deliveries")).json();
    id = deliveries[0]?.id;
    expect(id).toBeDefined();
  }).toPass();
  return id as string;
}
