import { TOTP } from "otpauth";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { beginFactor, confirmFactor } from "@/lib/auth/second-factor/second-factor";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { saveCard } from "@/tests/support/auto-top-ups";
import { agedInbound } from "@/tests/support/database/aged";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { keepSend } from "@/tests/support/keep-send";
import { ask } from "@/tests/support/member";
import { type Handler, messagesOf, type TestAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

/** Returns the handler of POST of a path below `/api/`. */
export function handlerOf(place: string): Handler {
  return handlersOf(`/api/${place}`).POST;
}

export const heldMessage = async (own: TestAccount) => {
  await sendFrom(own, { body: "www.one.co.nz" });
  return (await messagesOf(own.accountId))[0]?.id;
};
export const scheduledSend = async (own: TestAccount) => {
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await sendFrom<BulkSendResponse>(own, { to: ["61412345678", "61412345679"], sendAt });
  const [first = "", ...others] = body.messages.flatMap((sent) => (sent.success ? [sent.message_id] : []));
  return keepSend(db(), own.accountId, [first, ...others], { acceptedAt: new Date() });
};
export const requested = async (own: TestAccount, state: "pending" | "approved" = "pending") => {
  const { accountId } = own;
  const decidedAt = state === "pending" ? null : new Date();
  const data = { accountId, domain: "one.co.nz", state, requestedAt: new Date(), decidedAt };
  await db().prisma.domainRequest.create({ data });
};
export const apiKey = async (own: TestAccount) => {
  const { id } = await createApiKey(db(), own.accountId, { name: "Shop", expiresAt: null }, new Date());
  return id;
};
export const codeNow = (secret: string) => new TOTP({ secret }).generate();
export const account = (own: TestAccount) => ({ accountId: own.accountId, email: own.userId });
/** Turns on an account's second factor. Returns the recovery codes. */
export async function secondFactor(own: TestAccount): Promise<string[]> {
  const { secret } = await beginFactor(db(), account(own), TEST_SECRET);
  return db().transaction((tx) =>
    confirmFactor(tx, account(own), { code: codeNow(secret), authSecret: TEST_SECRET }, new Date()),
  );
}
export const sender = (data: object = {}) =>
  db().prisma.shortcode.create({ data: { number: String(Math.random()).slice(2, 12), ...data } });
export const ENDPOINT = { name: "CRM", url: "https://crm.example.com/hook", eventTypes: ["optout.changed"] };
export const withIntegration = async (own: TestAccount, json: object, kind = "mail_addin") => {
  await ask(handlerOf("members/integrations"), own, { json: { kind } });
  return { kind, ...json };
};
export async function withShop(own: TestAccount, json: object): Promise<object> {
  const { id: shortcodeId } = await sender();
  const set = { kind: "storefront", shortcodeId };
  await ask(handlerOf("members/integrations"), own, { json: set });
  return json;
}
export const newSender = () => `${newId()}@company.co.nz`;
export async function withEmailSender(own: TestAccount): Promise<string> {
  const sender = newSender();
  await ask(handlerOf("members/email-senders"), own, { json: { sender } });
  return sender;
}
export const REPLY_RULE = { name: "Hours", match: "any", text: "We are open from 9 to 5." };
export async function withRule(own: TestAccount): Promise<string> {
  const add = handlerOf("members/auto-replies");
  return (await ask<{ id: string }>(add, own, { json: { ...REPLY_RULE, id: newId() } })).body.id;
}
export async function withContact(own: TestAccount): Promise<string> {
  const json = { number: "021 555 0101", name: "Anna", fields: [{ name: "City", value: "Nelson" }] };
  return (await ask<{ id: string }>(handlerOf("members/contacts"), own, { json })).body.id;
}
export async function withList(own: TestAccount): Promise<string> {
  const json = { name: "Customers" };
  return (await ask<{ id: string }>(handlerOf("members/contacts/lists"), own, { json })).body.id;
}
/** Creates a conversation with a tag. Returns its number and the tag. */
export async function withTag(own: TestAccount): Promise<{ number: string; tag: string }> {
  const asked = { number: "64215550101", tag: "Order" };
  await agedInbound(own.accountId, at, { msisdn: asked.number });
  await ask(handlerOf("members/inbox/tags"), own, { json: asked });
  return asked;
}
export async function pausedSend(own: TestAccount): Promise<string> {
  const id = await scheduledSend(own);
  await ask(handlerOf("members/sends/pause"), own, { json: { id } });
  return id;
}

export const draft = () => ({
  name: "Spring sale",
  form: { numbers: "64211234567", body: "Kia ora", messageClass: "transactional" },
});
export async function withDraft(own: TestAccount): Promise<string> {
  const save = handlerOf("members/send/drafts");
  return (await ask<{ id: string }>(save, own, { json: draft() })).body.id;
}

export const template = () => ({ name: `Reminder ${newId()}`, text: "See you at {{time}}." });
export async function withTemplate(own: TestAccount): Promise<string> {
  const add = handlerOf("members/templates");
  return (await ask<{ id: string }>(add, own, { json: template() })).body.id;
}
export const at = new Date();
export const alert = async ({ accountId }: TestAccount) => {
  const data = { id: newId(), accountId, kind: "balance", amountMicros: 5n, createdAt: at } as const;
  return (await db().prisma.usageAlert.create({ data })).id;
};

export async function withAutoTopUp({ accountId }: TestAccount, state: "on" | "paused"): Promise<object> {
  await saveCard(accountId);
  const paused = state === "paused" ? { pausedFor: "declined", pausedAt: at } : {};
  const amounts = { amountMicros: 5n, belowMicros: 5n, perDay: 3, monthMicros: 5n };
  await db().prisma.autoTopUp.create({ data: { accountId, state, ...amounts, ...paused } });
  return {};
}
