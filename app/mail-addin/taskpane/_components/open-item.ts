import type { NumberSource } from "@/lib/mail-addin/find-numbers";

/** The used parts of the open email: its subject, and the texts with numbers. */
export type OpenItem = { subject: string; sources: NumberSource[] };

export const NOTHING_OPEN: OpenItem = { subject: "", sources: [] };

/** The time that Outlook has for one response, in milliseconds. The pane is useful without a missing part. */
const PATIENCE_MS = 5_000;

type Person = { displayName: string; emailAddress: string };

/**
 * Reads the open email: its sender, recipients, subject and text. Outlook has one interface for received
 * emails and one for drafts. Omits parts that Outlook does not return. Never throws.
 */
export async function readItem(item: Office.Mailbox["item"]): Promise<OpenItem> {
  if (!item) return NOTHING_OPEN;
  const open = item as unknown as Office.MessageRead | Office.MessageCompose;
  const [subject, people, body] = await Promise.all([
    isWritten(open) ? told<string>((done) => open.subject.getAsync(done), "") : open.subject,
    isWritten(open) ? readRecipients(open) : [open.from, ...(open.to ?? []), ...(open.cc ?? [])],
    told<string>((done) => open.body.getAsync("text" as Office.CoercionType, done), ""),
  ]);
  return {
    subject: subject ?? "",
    sources: [...people.filter(Boolean).map(toSource), { where: "in the email", text: body }],
  };
}

/** Returns true for a draft, whose subject is an object with a method instead of a text. */
function isWritten(item: Office.MessageRead | Office.MessageCompose): item is Office.MessageCompose {
  return typeof item.subject === "object";
}

async function readRecipients(item: Office.MessageCompose): Promise<Person[]> {
  const lists = await Promise.all(
    [item.to, item.cc].map((recipients) => told<Person[]>((done) => recipients.getAsync(done), [])),
  );
  return lists.flat();
}

/**
 * Returns a person as a source of numbers. A name may contain a number, and so may an address such as
 * 64211234567@sms.example.co.nz.
 */
function toSource({ displayName, emailAddress }: Person): NumberSource {
  return { where: displayName || emailAddress, text: `${displayName}\n${emailAddress}` };
}

/** Returns Outlook's response to a call, or a default if there is none. */
function told<Value>(
  ask: (done: (result: Office.AsyncResult<Value>) => void) => void,
  otherwise: Value,
): Promise<Value> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(otherwise), PATIENCE_MS);
    try {
      ask(({ status, value }) => resolve(String(status) === "succeeded" ? value : otherwise));
    } catch {
      resolve(otherwise);
    }
  });
}
