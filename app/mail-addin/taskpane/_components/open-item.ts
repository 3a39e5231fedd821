import type { NumberSource } from "@/lib/mail-addin/find-numbers";

/** The parts of the email beside the pane that are used: its subject, and the texts with numbers. */
export type OpenItem = { subject: string; sources: NumberSource[] };

export const NOTHING_OPEN: OpenItem = { subject: "", sources: [] };

/** How long Outlook may take for one answer. The rest is useful without it. */
const PATIENCE_MS = 5_000;

type Person = { displayName: string; emailAddress: string };

/**
 * Reads the email beside the pane: its sender, recipients, subject and text. Outlook has two interfaces, for
 * emails that are read and for those that are written. What it does not tell is left out. Never throws.
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

/** Outlook returns the subject of an email that is being written only by a call. */
function isWritten(item: Office.MessageRead | Office.MessageCompose): item is Office.MessageCompose {
  return typeof item.subject === "object";
}

async function readRecipients(item: Office.MessageCompose): Promise<Person[]> {
  const lists = await Promise.all(
    [item.to, item.cc].map((recipients) => told<Person[]>((done) => recipients.getAsync(done), [])),
  );
  return lists.flat();
}

/** A person's name may have a number in it, and so may an address such as 64211234567@sms.example.co.nz. */
function toSource({ displayName, emailAddress }: Person): NumberSource {
  return { where: displayName || emailAddress, text: `${displayName}\n${emailAddress}` };
}

/** Outlook's answer to a call, or another value where there is none. */
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
