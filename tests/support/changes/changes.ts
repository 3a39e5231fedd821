import { beginReset } from "@/lib/auth/passwords/reset-links";
import { beginFactor } from "@/lib/auth/second-factor/second-factor";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { saveCard } from "@/tests/support/auto-top-ups";
import {
  account,
  alert,
  apiKey,
  at,
  codeNow,
  draft,
  ENDPOINT,
  handlerOf,
  heldMessage,
  newSender,
  pausedSend,
  REPLY_RULE,
  requested,
  scheduledSend,
  secondFactor,
  sender,
  template,
  withAutoTopUp,
  withContact,
  withDraft,
  withEmailSender,
  withIntegration,
  withList,
  withRule,
  withShop,
  withTag,
  withTemplate,
} from "@/tests/support/changes/objects";
import { begun, staged } from "@/tests/support/contacts";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { listen } from "@/tests/support/inbound";
import { ask, cookieOf } from "@/tests/support/member";
import { addMember, coOwnerOf, invited, personIn } from "@/tests/support/people";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";
import { event } from "@/tests/support/webhooks/webhook-event";

/** Prepares an account for a change, and returns the page's request. */
type Prepare = (own: TestAccount) => Promise<object> | object;

/** Every route of the Members Area whose change is logged as activity, by its path below `/api/`. */
export const MEMBER_CHANGES: Record<string, Prepare> = {
  "members/api-keys": () => ({ name: "Shop" }),
  "members/api-keys/enable": async (own) => ({ id: await apiKey(own), enabled: false }),
  "members/api-keys/limit": async (own) => ({ id: await apiKey(own), dailyLimit: "5" }),
  "members/api-keys/delete": async (own) => ({ id: await apiKey(own) }),
  "members/auto-replies": () => ({ ...REPLY_RULE, id: newId() }),
  "members/auto-replies/change": async (own) => ({ ...REPLY_RULE, id: await withRule(own), text: "Closed." }),
  "members/auto-replies/enable": async (own) => ({ id: await withRule(own), enabled: false }),
  "members/auto-replies/move": async (own) => {
    await withRule(own);
    return { id: await withRule(own), direction: "up" };
  },
  "members/auto-replies/remove": async (own) => ({ id: await withRule(own) }),
  "members/billing/alerts": () => ({ kind: "balance", amount: "20" }),
  "members/billing/alerts/change": async (own) => ({ id: await alert(own), amount: "20" }),
  "members/billing/alerts/remove": async (own) => ({ id: await alert(own) }),
  "members/contacts": () => ({ number: "021 555 0101", name: "Anna" }),
  "members/contacts/change": async (own) => ({ id: await withContact(own), number: "021 555 0102" }),
  "members/contacts/remove": async (own) => ({ ids: [await withContact(own)] }),
  "members/contacts/import/save": async (own) => {
    const id = await begun(own, { fields: ["City"], list: "Spring" });
    await staged(own, { id, rows: [["021 555 0103", "Ben", "Nelson"]] });
    return { id, rows: 1 };
  },
  "members/contacts/lists": () => ({ name: "Customers" }),
  "members/contacts/lists/rename": async (own) => ({ id: await withList(own), name: "Guests" }),
  "members/contacts/lists/remove": async (own) => ({ id: await withList(own) }),
  "members/contacts/lists/change": async (own) => ({
    id: await withList(own),
    contacts: [await withContact(own)],
    isMember: true,
  }),
  "members/contacts/fields/remove": async (own) => {
    await withContact(own);
    return { name: "City" };
  },
  "members/billing/auto-top-up": async ({ accountId }) => {
    await saveCard(accountId);
    return { amount: 50, below: 20, perDay: 3, perMonth: 500 };
  },
  "members/billing/auto-top-up/stop": (own) => withAutoTopUp(own, "on"),
  "members/billing/auto-top-up/resume": (own) => withAutoTopUp(own, "paused"),
  "members/billing/saved-card/remove": (own) => withAutoTopUp(own, "on"),
  "members/inbox/tags": async (own) => ({ ...(await withTag(own)), tag: "Urgent" }),
  "members/inbox/tags/remove": withTag,
  "members/templates": template,
  "members/templates/change": async (own) => ({ ...template(), id: await withTemplate(own) }),
  "members/templates/remove": async (own) => ({ id: await withTemplate(own) }),
  "members/blocked-numbers": () => ({ number: "021 555 0101" }),
  "members/blocked-numbers/resubscribe": async (own) => {
    const data = { accountId: own.accountId, msisdn: "64215550101", keyword: "STOP", blockedAt: at };
    await db().prisma.blockedNumber.create({ data });
    return { number: "64215550101" };
  },
  "members/domains/request": () => ({ domain: "one.co.nz" }),
  "members/domains/withdraw": async (own) => {
    await requested(own);
    return { domain: "one.co.nz" };
  },
  "members/domains/remove": async (own) => {
    await requested(own, "approved");
    const data = { accountId: own.accountId, domain: "one.co.nz", approvedAt: at };
    await db().prisma.approvedDomain.create({ data });
    return { domain: "one.co.nz" };
  },
  "members/email-senders": () => ({ sender: newSender() }),
  "members/email-senders/confirm": async (own) => {
    const tokenHash = new Uint8Array(hashSecret(own.userId));
    const { accountId } = own;
    await withEmailSender(own);
    await db().prisma.emailSender.updateMany({ where: { accountId }, data: { tokenHash } });
    return { token: own.userId };
  },
  "members/email-senders/remove": async (own) => ({ sender: await withEmailSender(own) }),
  "members/inbox/reply": async (own) => ({
    number: (await withTag(own)).number,
    text: "Yes, until five.",
    key: newId(),
  }),
  "members/integrations": () => ({ kind: "mail_addin" }),
  "members/integrations/change": (own) => withIntegration(own, { rateCode: "Office" }),
  "members/integrations/enable": (own) => withIntegration(own, { enabled: false }),
  "members/integrations/remove": (own) => withIntegration(own, {}),
  "members/integrations/secret": (own) => withIntegration(own, {}),
  "members/integrations/shop-secret": (own) => withShop(own, { shop: "shopify", secret: "hush" }),
  "members/integrations/shop-secret/remove": async (own) => {
    await withShop(own, {});
    const set = handlerOf("members/integrations/shop-secret");
    await ask(set, own, { json: { shop: "shopify", secret: "hush" } });
    return { shop: "shopify" };
  },
  "members/integrations/topics": (own) =>
    withShop(own, { topic: "orders/paid", enabled: true, template: "Thank you." }),
  "members/messages/cancel": async (own) => ({ id: await heldMessage(own) }),
  "members/messages/send/cancel": async (own) => ({ id: await scheduledSend(own) }),
  "members/sends/pause": async (own) => ({ id: await scheduledSend(own) }),
  "members/sends/resume": async (own) => ({ id: await pausedSend(own) }),
  "members/send": () => ({
    to: ["64211110001", "64211110002"],
    body: "Kia ora",
    messageClass: "transactional",
    key: newId(),
  }),
  "members/send/drafts": draft,
  "members/send/drafts/remove": async (own) => ({ id: await withDraft(own) }),
  "members/sends/name": async (own) => ({ id: await scheduledSend(own), name: "Spring sale" }),
  "members/password": (own) => ({ present: own.password, next: "a brand new password" }),
  "members/password/reset": async (own) => {
    const made = await db().transaction((tx) => beginReset(tx, own.userId, new Date()));
    return { token: made?.token, password: "a brand new password" };
  },
  "members/second-factor/confirm": async (own) => ({
    code: codeNow((await beginFactor(db(), account(own), TEST_SECRET)).secret),
  }),
  "members/second-factor/remove": async (own) => {
    await secondFactor(own);
    return { password: own.password };
  },
  "members/settings": () => ({ name: "Another name", noticeEmails: ["a@example.com"] }),
  "members/people/invite": () => ({ email: `${newId()}@example.com`, role: "sender" }),
  "members/people/invite/resend": async (own) => ({ id: (await invited(own)).id }),
  "members/people/invite/withdraw": async (own) => ({ id: (await invited(own)).id }),
  "members/people/join": async (own) => {
    const { token } = await invited(own);
    return { token, name: "Robin", password: "a brand new password" };
  },
  "members/people/role": async (own) => ({
    personId: (await personIn(own, "sender")).personId,
    role: "billing",
  }),
  "members/people/remove": async (own) => ({ personId: (await personIn(own, "sender")).personId }),
  "members/people/leave": async (own) => {
    await coOwnerOf(own);
    return {};
  },
  "members/people/owner": async (own) => ({
    personId: (await personIn(own, "sender")).personId,
    password: own.password,
    stay: false,
  }),
  "members/sessions/end": async (own) => {
    await cookieOf(own);
    const session = await db().prisma.session.findFirstOrThrow({ where: { personId: own.accountId } });
    return { id: session.id };
  },
  "members/sessions/end-others": async (own) => {
    await cookieOf(own);
    return {};
  },
  "members/sessions/switch": async (own) => {
    const other = await testAccount();
    await addMember(other, own.accountId, "sender");
    return { accountId: other.accountId };
  },
  "members/webhooks": async (own) => {
    await listen(own.accountId, at);
    await event(own.accountId);
    return { url: "https://shop.example.com/hook", kind: "both" };
  },
  "members/webhooks/resume": async (own) => {
    await listen(own.accountId, at);
    await event(own.accountId);
    return { kind: "inbound" };
  },
  "members/webhooks/remove": async (own) => {
    await listen(own.accountId);
    await event(own.accountId, { dueAt: at });
    return { kind: "inbound" };
  },
  "members/webhooks/endpoints": () => ENDPOINT,
  "members/webhooks/endpoints/change": async (own) => {
    const { id, key } = await furtherEndpoint(own.accountId);
    await db().prisma.webhookEndpoint.updateMany({ where: key, data: { pausedAt: at, failingSince: at } });
    return { id, ...ENDPOINT };
  },
  "members/webhooks/endpoints/pause": async (own) => ({ id: (await furtherEndpoint(own.accountId)).id }),
  "members/webhooks/endpoints/resume": async (own) => {
    const { id, key } = await furtherEndpoint(own.accountId);
    await db().prisma.webhookEndpoint.updateMany({ where: key, data: { pausedAt: at, pausedByHand: true } });
    return { id };
  },
  "members/webhooks/endpoints/remove": async (own) => ({ id: (await furtherEndpoint(own.accountId)).id }),
  "members/webhooks/secret": () => ({}),
  "members/webhooks/delivery/resend": async (own) => {
    await listen(own.accountId);
    return { id: await event(own.accountId, { state: "failed" }) };
  },
  "members/webhooks/replay": async (own) => {
    await listen(own.accountId);
    await event(own.accountId, { state: "failed" });
    return { since: "2026-01-01", all: false };
  },
};

const NETWORK = JSON.stringify({ host: "127.0.0.1", systemId: "gateway", password: "x", tps: 1 });
const network = async () => {
  const data = { name: `n${newId().slice(-12)}`, kind: "smpp", settings: { tps: 1 } };
  return (await db().prisma.carrier.create({ data })).name;
};

/** The same for administrators. `own` is the changed account. */
export const ADMIN_CHANGES: Record<string, Prepare> = {
  "admin/accounts": (own) => ({ email: `new${own.accountId}@example.com`, name: "New", balance: "5" }),
  "admin/accounts/balance": (own) => ({
    accountId: own.accountId,
    key: newId(),
    amount: "5",
    reason: "Goodwill",
  }),
  "admin/accounts/change": (own) => ({ accountId: own.accountId, country: "AU" }),
  "admin/accounts/enable": (own) => ({ accountId: own.accountId, enabled: false }),
  "admin/accounts/view": (own) => ({ accountId: own.accountId, reason: "A question" }),
  "admin/accounts/send-reset-link": (own) => ({ accountId: own.accountId }),
  "admin/accounts/reset-second-factor": async (own) => {
    await secondFactor(own);
    return { accountId: own.accountId };
  },
  "admin/domains/approve": async (own) => {
    await requested(own);
    await heldMessage(own);
    return { accountId: own.accountId, domain: "one.co.nz" };
  },
  "admin/domains/reject": async (own) => {
    await requested(own);
    await heldMessage(own);
    return { accountId: own.accountId, domain: "one.co.nz", reason: "No." };
  },
  "admin/networks": () => ({ name: "added", kind: "smpp", settings: NETWORK }),
  "admin/networks/change": async () => ({ name: await network(), settings: NETWORK }),
  "admin/networks/drain": async () => ({ name: await network(), isDraining: true }),
  "admin/networks/enable": async () => ({ name: await network(), enabled: false }),
  "admin/networks/remove": async () => ({ name: await network() }),
  "admin/networks/errors": () => ({ kind: "smpp", code: "0x0B", action: "elsewhere" }),
  "admin/networks/errors/remove": async () => {
    await db().prisma.carrierErrorRule.create({
      data: { kind: "http", code: "HTTP 404", action: "refused", delayMs: 0 },
    });
    return { kind: "http", code: "HTTP 404" };
  },
  "admin/networks/blocked": () => ({ prefix: "+882" }),
  "admin/networks/blocked/remove": async () => {
    await db().prisma.blockedDestination.create({ data: { prefix: "883" } });
    return { prefix: "883" };
  },
  "admin/networks/routes": () => ({ file: '{"routes":[{"targets":[{"carrier":"simulator"}]}]}' }),
  "admin/rates": () => ({ callingCode: "81", price: "0.2", isStandard: false }),
  "admin/rates/change": () => ({ callingCode: "61", price: "0.2", isStandard: true }),
  "admin/rates/remove": () => ({ callingCode: "61" }),
  "admin/shortcodes": () => ({ number: "77001" }),
  "admin/shortcodes/activate": async () => ({ id: (await sender()).id, active: false }),
  "admin/shortcodes/owner": async (own) => ({ id: (await sender()).id, owner: own.userId }),
  "admin/shortcodes/template-sender": async () => ({ id: (await sender()).id }),
};
