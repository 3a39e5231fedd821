import type { Actor } from "@/lib/activity/record-activity";
import type { Item, KeptSend, SentForm, Submission } from "@/lib/messages/accept/submission";
import type { Draft } from "@/lib/messages/send/draft";

/** What a form of the Members Area says of its send, and the draft that it was opened from. */
export type FormTerms = Pick<KeptSend, "name"> &
  Required<Pick<KeptSend, "listNames" | "leftOut">> & { draftId: string | undefined };

/** Whether so many messages of a form are kept as a send: one without a name or a list is none. */
export function isKept(
  messages: number,
  { name, listNames }: Pick<FormTerms, "name" | "listNames">,
): boolean {
  return messages > 1 || (messages === 1 && (name !== undefined || listNames.length > 0));
}

/**
 * What acceptance does with a form (rules: members area sends, drafts).
 * @param startsAtOf when a recipient's message goes out, the night and the delivery window apart.
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

/** What the account's activity says of messages that a person sent: from a form, or as a reply from the Inbox. */
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

/** The first of the times; undefined where one of the messages goes out at once. */
function earliest(times: readonly (Date | null)[]): Date | undefined {
  let first: Date | undefined;
  for (const time of times) {
    if (time === null) return undefined;
    if (first === undefined || time < first) first = time;
  }
  return first;
}
