import type { MemberHandset } from "@/lib/contracts/members/handset";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { handsetNumber } from "@/lib/inbound/handset-number";
import {
  type HandsetTextRow,
  handsetTextsStatement,
  latestNumbersStatement,
  writableStatement,
} from "@/lib/inbound/handset-texts.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** So many texts are on the screen. */
const TEXTS = 50;

/** So many other numbers are offered, of so many messages. */
const OTHERS = 5;
const AMONG = 100;

/** Most shortcodes that are offered to write to. */
const MAX_SHORTCODES = 20;

/** A phone of the simulated network as whoever holds it sees it, of one account's messages alone. */
export async function readMemberHandset(
  db: Database,
  accountId: number,
  asked: string,
  authSecret: string,
): Promise<MemberHandset> {
  const number = handsetNumber(asked);
  const [rows, latest, writable] = await Promise.all([
    db.query<HandsetTextRow>(handsetTextsStatement(accountId, number, TEXTS)),
    db.query<{ msisdn: string }>(latestNumbersStatement(accountId, AMONG, OTHERS + 1)),
    db.query<{ shortcode: string }>(writableStatement(accountId, number, MAX_SHORTCODES)),
  ]);
  return {
    number,
    texts: rows.map(({ encryptedText, text, at, ...row }) => ({
      ...row,
      text: tryDecrypt(encryptedText, authSecret) ?? text,
      at: formatNz(at),
    })),
    writesTo: writable.map(({ shortcode }) => shortcode),
    others: latest
      .map(({ msisdn }) => msisdn)
      .filter((msisdn) => msisdn !== number)
      .slice(0, OTHERS),
  };
}
