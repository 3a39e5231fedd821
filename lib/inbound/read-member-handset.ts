import type { MemberHandset } from "@/lib/contracts/members/handset";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import {
  type HandsetTextRow,
  handsetTextsStatement,
  latestNumbersStatement,
  writableStatement,
} from "@/lib/inbound/handset-texts.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/** The most texts on the screen. */
const MAX_TEXTS = 50;

/** The most other numbers to choose from, and the number of latest messages that they are read from. */
const MAX_OTHERS = 5;
const MAX_MESSAGES_READ = 100;

/** The most shortcodes to choose from. */
const MAX_SHORTCODES = 20;

/** Reads a phone of the simulated network as its screen shows it, with the texts of one account only. */
export async function readMemberHandset(
  db: Database,
  accountId: number,
  asked: string,
  authSecret: string,
): Promise<MemberHandset> {
  const number = handsetNumber(asked);
  const [rows, latest, writable] = await Promise.all([
    db.query<HandsetTextRow>(handsetTextsStatement(accountId, number, MAX_TEXTS)),
    db.query<{ msisdn: string }>(latestNumbersStatement(accountId, MAX_MESSAGES_READ, MAX_OTHERS + 1)),
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
      .slice(0, MAX_OTHERS),
  };
}
