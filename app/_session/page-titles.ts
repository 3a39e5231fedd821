import {
  accountTitleStatement,
  type DeliveryTitleRow,
  deliveryTitleStatement,
  messageTitleStatement,
  sendTitleStatement,
} from "@/app/_session/page-titles.sql";
import { findSignedIn } from "@/app/_session/signed-in-member";
import type { SignedIn } from "@/lib/auth/sessions/member";
import { askActingCell } from "@/lib/auth/sessions/viewed-account";
import { isAllowed } from "@/lib/contracts/base/roles";
import { readBulkSendOperation, readMessageOperation } from "@/lib/contracts/generated/members/messages";
import { readRequestOperation } from "@/lib/contracts/generated/members/requests";
import { readDelivery } from "@/lib/contracts/generated/members/webhooks";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { isId } from "@/lib/ids";
import { findRequest } from "@/lib/requests/read-request";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/**
 * Returns the title of a page about one thing.
 * @param read returns null if the thing is missing or the reader may not read it.
 * @param usual the title if `read` returns null or throws.
 */
export async function titleOf(
  read: (db: Database, member: SignedIn) => Promise<string | null>,
  usual: string,
): Promise<{ title: string }> {
  try {
    const member = await findSignedIn();
    if (!member) return { title: usual };
    const of = databaseOfAccount(db(), member.accountId);
    return { title: (await askActingCell(of, member, (cell) => read(cell, member))) ?? usual };
  } catch {
    return { title: usual };
  }
}

/** Returns `Message to 021 555 1781` for a message of the account. */
export async function messageTitle(
  db: Database,
  { accountId, role }: SignedIn,
  id: string,
): Promise<string | null> {
  if (!isId(id) || !isAllowed(readMessageOperation.roles, role)) return null;
  const [message] = await db.query<{ msisdn: string }>(messageTitleStatement(accountId, id));
  return message ? `Message to ${writtenNumber(message.msisdn)}` : null;
}

const TITLES: Record<string, string> = {
  inbound: "Reply",
  "message.inbound": "Reply",
  "optout.changed": "Opt-out change",
  report: "Delivery report",
  "message.report": "Delivery report",
  "message.report.final": "Delivery report",
};

/**
 * Returns `Delivery report to example.com` for a webhook delivery of the account, without the host before the
 * first attempt.
 */
export async function deliveryTitle(
  db: Database,
  { accountId, role }: SignedIn,
  id: string,
): Promise<string | null> {
  if (!isId(id) || !isAllowed(readDelivery.roles, role)) return null;
  const [delivery] = await db.query<DeliveryTitleRow>(deliveryTitleStatement(accountId, id));
  if (!delivery) return null;
  const kind = TITLES[delivery.eventType ?? delivery.kind] ?? "Delivery";
  return delivery.attemptedUrl === null ? kind : `${kind} to ${new URL(delivery.attemptedUrl).host}`;
}

/** Returns the name of an account's send, or null. */
export async function sendTitle(
  db: Database,
  { accountId, role }: SignedIn,
  id: string,
): Promise<string | null> {
  if (!isId(id) || !isAllowed(readBulkSendOperation.roles, role)) return null;
  const [send] = await db.query<{ name: string | null }>(sendTitleStatement(accountId, id));
  return send?.name ?? null;
}

/** Returns `POST /gateway/sms/out` for an API request of the account. */
export async function requestTitle(
  db: Database,
  { accountId, role }: SignedIn,
  id: string,
): Promise<string | null> {
  if (!isAllowed(readRequestOperation.roles, role)) return null;
  const request = await findRequest(db, accountId, id);
  return request ? `${request.method} ${request.path}` : null;
}

/** Returns an account's name for an administrator. */
export async function accountTitle(db: Database, { isAdmin }: SignedIn, id: number): Promise<string | null> {
  if (!isAdmin) return null;
  const of = databaseOfAccount(db, id);
  const [account] = await of.query<{ name: string }>(accountTitleStatement(id));
  return account?.name ?? null;
}
