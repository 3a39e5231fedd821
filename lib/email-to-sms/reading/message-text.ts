import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import type { Part } from "@/lib/email-to-sms/reading/parts";

/** A leaf as text, and its distance from the email: 0 for the email's text, 1 for a file, 2 for an email inside. */
type Leaf = { text: string; distance: number };

/** The longest plain part that only refers to the HTML part, in characters. */
const MAX_NOTICE = 200;

/** Patterns of a plain part for programs without HTML: "Your email client cannot display this HTML message." */
const NOTICE = [
  /\b(?:html|mime|web ?page|browser|online|web version)\b/i,
  /\b(?:view|viewer|viewing|support|supports|client|program|reader|enable|display|format|version|read)\b/i,
];

/** Plain parts whose text is markup. */
const MARKUP = /^\s*<(?:!doctype html|html|head|body|div|p|table)[\s>]/i;

/**
 * Returns the text of an email as its reader sees it. The plain alternative counts, unless the writer's text is missing
 * from it. Other parts follow in order. Files and attached emails count only if the email has no other text.
 */
export function messageText(root: Part): string {
  const leaves = new Map<Part, Leaf>();
  addLeaves(root, { distance: 0, hasAlternative: false }, leaves);
  const distances = [...leaves.values()].map(({ distance }) => distance);
  const nearest = distances.length === 0 ? 0 : Math.min(...distances);
  const shown = new Map([...leaves].filter(([, { distance }]) => distance === nearest));
  const texts = shownOf(root, shown);
  const known = new Set<string>();
  // Some programs send both forms of a text one after the other.
  return texts
    .filter((text) => {
      const letters = text.replace(/[^\p{L}\p{N}]+/gu, "");
      return !known.has(letters) && known.add(letters);
    })
    .join("\n");
}

/** Returns whether an email is encrypted, or signed in a form that contains its text. */
export function isSealed({ type, parts }: Part): boolean {
  return /^multipart\/encrypted$|^application\/(?:x-)?pkcs7-mime$/.test(type) || parts.some(isSealed);
}

/** The place of a part in its email. */
type Place = { distance: number; hasAlternative: boolean };

function addLeaves(part: Part, { distance, hasAlternative }: Place, leaves: Map<Part, Leaf>): void {
  const own = Math.max(distance, part.isFile ? 1 : 0);
  if (part.text !== null) {
    const isHtml = part.type === "text/html" || MARKUP.test(part.text);
    const text = isHtml ? htmlToText(part.text) : part.text;
    const words = ownText(text);
    const counts = words !== "" && (isHtml || !hasAlternative || !isNotice(words));
    if (counts) leaves.set(part, { text, distance: own });
  }
  const below = {
    distance: part.type === "message/rfc822" ? 2 : distance,
    hasAlternative: part.type === "multipart/alternative" && part.parts.length > 1,
  };
  for (const child of part.parts) addLeaves(child, below, leaves);
}

function isNotice(text: string): boolean {
  return text.length <= MAX_NOTICE && NOTICE.every((words) => words.test(text));
}

/** Returns the visible texts of a part in order. */
function shownOf(part: Part, leaves: ReadonlyMap<Part, Leaf>): string[] {
  const text = leaves.get(part)?.text;
  if (text !== undefined) return [text];
  if (part.type !== "multipart/alternative") return part.parts.flatMap((child) => shownOf(child, leaves));
  const plainFirst = part.parts.toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
  return plainFirst.map((child) => shownOf(child, leaves)).find((texts) => texts.length > 0) ?? [];
}

const isPlain = ({ type }: Part) => type === "text/plain";
