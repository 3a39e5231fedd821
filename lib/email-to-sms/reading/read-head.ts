import addressparser from "nodemailer/lib/addressparser/index.js";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/reading/address";
import { automaticBy } from "@/lib/email-to-sms/reading/automatic";
import {
  MAX_BARE_LINE_FEEDS,
  MAX_HEAD_BYTES,
  MAX_HEAD_LINES,
  MAX_LINES,
} from "@/lib/email-to-sms/reading/limits";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";

/** A header with all its lines, each character a byte. The name is in lower case. */
export type Header = { name: string; line: string };

/** The head of an email, and what of it counts before anybody knows whether it is worth reading. */
export type Head = {
  headers: readonly Header[];
  /** Where its text begins, in bytes. */
  bodyAt: number;
  /** Who it says it is from; null where that is not exactly one address. */
  from: EmailAddress | null;
  /** Its `Message-ID` with angle brackets, where it has a usable one. */
  id: string | null;
  /** The header that says nobody wrote it: an answering machine, a list. Null where somebody did. */
  automatic: string | null;
};

/** Longest `Message-ID` that is kept, and longest `From` that is read, in characters. */
const MAX_ID = 998;
const MAX_FROM = 2000;

/**
 * Reads the head of a raw email alone, which costs little whatever is in it. It is cut into headers as `mailauth` cuts
 * it: what is read here is what a signature covers.
 * @throws EmailRefusal for what is no email, or has a head that no mail program writes.
 */
export function readHead(raw: Buffer): Head {
  requireLines(raw);
  const start = raw.subarray(0, MAX_HEAD_BYTES).toString("latin1");
  const end = /\r?\n\r?\n/.exec(start);
  const isWhole = end !== null || raw.length <= MAX_HEAD_BYTES;
  const text = start.slice(0, end?.index);
  const rows = text.split(/\r?\n/);
  if (!isWhole || rows.length > MAX_HEAD_LINES) {
    throw new EmailRefusal("unreadable", "This email has more headers than an email has.");
  }
  if (/^\s/.test(text) || /\r(?!\n)/.test(text)) throw malformed();
  const headers = toHeaders(rows);
  const values = (name: string) =>
    headers.filter((header) => header.name === name).map(({ line }) => line.slice(line.indexOf(":") + 1));
  return {
    headers,
    bodyAt: end === null ? raw.length : end.index + end[0].length,
    from: onlyAddress(values("from")),
    // Where there are more, a signature covers the last.
    id: messageId(values("message-id").at(-1) ?? ""),
    automatic: automaticBy(values),
  };
}

/** An email with some of its headers alone, for parsers that read all there are, at whatever cost. */
export function withHeaders(
  raw: Buffer,
  { headers, bodyAt }: Head,
  isKept: (header: Header) => boolean,
): Buffer {
  const lines = headers.filter(isKept).map(({ line }) => `${line}\r\n`);
  return Buffer.concat([Buffer.from(`${lines.join("")}\r\n`, "latin1"), raw.subarray(bodyAt)]);
}

function malformed(): EmailRefusal {
  return new EmailRefusal("unreadable", "The lines of this email do not end as those of an email do.");
}

/** Counted before anything is parsed: what hashes a text does it line by line. */
function requireLines(raw: Buffer): void {
  let [lines, bare] = [0, 0];
  for (let at = raw.indexOf(0x0a); at >= 0; at = raw.indexOf(0x0a, at + 1)) {
    lines++;
    if (raw[at - 1] !== 0x0d) bare++;
    if (bare > MAX_BARE_LINE_FEEDS) throw malformed();
    if (lines > MAX_LINES)
      throw new EmailRefusal("unreadable", `This email has more than ${MAX_LINES} lines.`);
  }
}

function toHeaders(rows: readonly string[]): Header[] {
  const headers: string[][] = [];
  for (const row of rows) {
    const last = headers.at(-1);
    if (last !== undefined && /^\s/.test(row)) last.push(row);
    else headers.push([row]);
  }
  return headers.map((folded) => {
    const line = folded.join("\r\n");
    return { line, name: (line.split(":", 1)[0] ?? "").trim().toLowerCase() };
  });
}

function onlyAddress(values: readonly string[]): EmailAddress | null {
  const [value = ""] = values;
  if (values.length !== 1 || value.length > MAX_FROM) return null;
  const entries = addressparser(Buffer.from(value, "latin1").toString("utf8").trim(), { flatten: true });
  return entries.length === 1 ? readAddress(entries[0]?.address ?? "") : null;
}

function messageId(value: string): string | null {
  const id = value.trim();
  return id.length <= MAX_ID && /^<[\x21-\x3b\x3d\x3f-\x7e]+>$/.test(id) ? id : null;
}
