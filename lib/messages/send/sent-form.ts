import type { Actor } from "@/lib/activity/record-activity";
import type { Item, KeptSend, SentForm, Submission } from "@/lib/messages/accept/submission";
import type { Draft } from "@/lib/messages/send/draft";

/** The values of a form of the Members Area for its send, and the draft that it was opened from. */
export type FormTerms = Pick<KeptSend, "name"> &
  Required<Pick<KeptSend, "listNames" | "leftOut">> & { draftId: string | undefined };

/** Returns whether the messages of a form are stored as a send. One message without a name or a list is not. */
export function isKept(
  messages: number,
  { name, listNames }: Pick<FormTerms, "name" | "listNames">,
): boolean {
  return messages > 1 || (messages === 1 && (name !== undefined || listNames.length > 0));
}

/**
 * Returns the changes of acceptance for a form (rules: members area sends, drafts).
 * @param startsAtOf returns the time of a recipient's message, apart from the night and the delivery window.
 */
export function sentForm(
  { draftId, ...terms }: FormTerms,
  { sendAt, window }: Pick<Draft, "sendAt" | "window">,
  items: readonly Item[],
  startsAtOf: (msisdn: string) => Date,
): SentForm {
  if (!isKept(items.length, terms)) return { send: null, draftId };
  const times = window
    ? items.map((item) => item.sendAt)
    : items.map(({ msisdn }) => (sendAt ? startsAtOf(msisdn) : null));
  return { send: { ...terms, sendAt: earliest(times) }, draftId };
}

/** Returns the account's activity for messages that a person sent: from a form, or as a reply from the Inbox. */
export function sentLine(
  actor: Actor,
  form: FormTerms | undefined,
  items: readonly Item[],
): Submission["line"] {
  const [first] = items;
  if (!first) return undefined;
  if (!form) return { actor, action: "reply_sent", details: { number: first.msisdn, message: first.id } };
  const named = isKept(items.length, form)
    ? { send: first.id, name: form.name ?? null }
    : { message: first.id };
  return { actor, action: "messages_sent", details: { messages: items.length, ...named } };
}

/** Returns the first of the times; undefined if one of the messages is sent at once. */
function earliest(times: readonly (Date | null)[]): Date | undefined {
  let first: Date | undefined;
  for (const time of times) {
    if (time === null) return undefined;
    if (first === undefined || time < first) first = time;
  }
  return first;
}
