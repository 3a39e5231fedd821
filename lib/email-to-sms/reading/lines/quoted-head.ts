import { type MailLine, skipEmpty } from "@/lib/email-to-sms/reading/lines/mail-line";
import { type Field, fieldOf, ORIGINAL } from "@/lib/email-to-sms/reading/lines/mail-words";

/** Most lines of the head of a quoted email. */
const MAX_LINES = 10;

const RULE = /^[-_=*~–—─━]{5,}$/;
const NAME = /^([^:：]{1,25}?)\s?[:：]/;

/**
 * Returns the position behind the head of an email that is answered or passed on, as Outlook writes it, in any of its
 * languages; null if none begins here. The lines above it that only separate belong to it.
 */
export function quotedHeadEnd(lines: readonly MailLine[], at: number): number | null {
  const words = lines[at]?.words ?? "";
  if (words === "") return null;
  if (ORIGINAL.test(words)) return headEnd(lines, skipEmpty(lines, at + 1), true) ?? at + 1;
  if (RULE.test(words)) return headEnd(lines, skipEmpty(lines, at + 1), true);
  return headEnd(lines, at, false);
}

/** Whether a line only separates an email from the one below it. */
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
      // A value may go on in a second line; an empty line may stand between two fields of HTML.
      if (fieldAt(lines, index + 1) === null) break;
      continue;
    }
    // "cc" counts as "to". Any other field that is repeated is in a head of its own.
    if (fields.has(field) && field !== "to") break;
    fields.add(field);
    hasAddress ||= (lines[index]?.words ?? "").includes("@");
    end = index + 1;
  }
  return isHead(fields, hasAddress, isBelowRule) ? end : null;
}

/** "From: Auckland, To: Wellington, Date: Monday" is a text of its own. */
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
