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

/** The head of an email, with the values that are needed before its text is read. */
export type Head = {
  headers: readonly Header[];
  /** The position of its text, in bytes. */
  bodyAt: number;
  /** The sender; null if there is not exactly one address. */
  from: EmailAddress | null;
  /** The `Message-ID` with angle brackets, if there is a usable one. */
  id: string | null;
  /** The header that marks an automatic email, as of an answering machine or a list; null if there is none. */
  automatic: string | null;
};

/** Longest `Message-ID` that is kept, and longest `From` that is read, in characters. */
const MAX_ID = 998;
const MAX_FROM = 2000;

/**
 * Reads only the head of a raw email, which is cheap for any content. It is split into headers like `mailauth` splits
 * it, so the headers that are read are those that a signature covers.
 * @throws EmailRefusal for data that is no email, or that has a head that no mail program writes.
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
    // If there are several, a signature covers the last.
    id: messageId(values("message-id").at(-1) ?? ""),
    automatic: automaticBy(values),
  };
}

/** Returns an email with only some of its headers, for parsers that would read all of them at any cost. */
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

/**
 * Rejects an email with too many lines. They are counted before anything is parsed, since hashing works line by line.
 */
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
