import { type MailLine, skipEmpty } from "@/lib/email-to-sms/reading/lines/mail-line";
import { type Field, fieldOf, ORIGINAL } from "@/lib/email-to-sms/reading/lines/mail-words";

/** The most lines of a quoted email's head. */
const MAX_LINES = 10;

const RULE = /^[-_=*~–—─━]{5,}$/;
const NAME = /^([^:：]{1,25}?)\s?[:：]/;

/**
 * Returns the index after the head of an answered or forwarded email, as Outlook writes it in any language. It returns
 * null if no head begins here. Separators above the head belong to it.
 */
export function quotedHeadEnd(lines: readonly MailLine[], at: number): number | null {
  const words = lines[at]?.words ?? "";
  if (words === "") return null;
  if (ORIGINAL.test(words)) return headEnd(lines, skipEmpty(lines, at + 1), true) ?? at + 1;
  if (RULE.test(words)) return headEnd(lines, skipEmpty(lines, at + 1), true);
  return headEnd(lines, at, false);
}

/** Returns whether a line only separates an email from the one below it. */
export function isSeparator({ words }: MailLine): boolean {
  return RULE.test(words) || ORIGINAL.test(words);
}

function headEnd(lines: readonly MailLine[], at: number, isBelowRule: boolean): number | null {
  if (fieldAt(lines, at) === null) return null;
  const fields = new Set<Field>();
  let hasAddress = false;
  let end = at;
  for (let index = at; index < at + MAX_LINES; index++) {
    const field = fieldAt(lines, index);
    if (field === null) {
      // A value may continue in a second line. An empty line may separate two fields of HTML.
      if (fieldAt(lines, index + 1) === null) break;
      continue;
    }
    // The field "cc" counts as "to". A repeated field of another kind belongs to a head of its own.
    if (fields.has(field) && field !== "to") break;
    fields.add(field);
    hasAddress ||= (lines[index]?.words ?? "").includes("@");
    end = index + 1;
  }
  return isHead(fields, hasAddress, isBelowRule) ? end : null;
}

/** Returns whether fields form a head. "From: Auckland, To: Wellington, Date: Monday" is a writer's own text. */
function isHead(fields: ReadonlySet<Field>, hasAddress: boolean, isBelowRule: boolean): boolean {
  if (!fields.has("from")) return false;
  if (fields.has("sent")) return fields.has("to") || fields.has("subject");
  if (fields.has("date")) return fields.has("subject") || (fields.has("to") && (hasAddress || isBelowRule));
  return fields.has("to") && fields.has("subject") && hasAddress;
}

function fieldAt(lines: readonly MailLine[], at: number): Field | null {
  const line = lines[at];
  if (line === undefined || line.isQuoted) return null;
  const name = NAME.exec(line.words)?.[1];
  return name === undefined ? null : fieldOf(name);
}
