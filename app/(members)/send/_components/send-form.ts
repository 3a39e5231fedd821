import type { MergeFields } from "@/app/(members)/send/_components/merge";
import type { MESSAGE_CLASSES } from "@/lib/contracts/base/values";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import type { SendOptions } from "@/lib/contracts/members/send";
import type { FileTable } from "@/lib/parsing/files/file-table";
import type { DeliveryWindow } from "@/lib/sms/delivery-window";
import type { MissingZero } from "@/lib/sms/numbers/number-problems";
import { type ListedRecipient, splitRecipients } from "@/lib/sms/numbers/split-recipients";

/** A file of recipients with all its rows, and the index of the column of numbers; -1 until one is chosen. */
export type RecipientFile = { name: string; table: FileTable; column: number };

/** The values of the form. */
export type SendForm = {
  numbers: string;
  /** Replaces the numbers, if set. */
  file: RecipientFile | null;
  /** The answer to the question about numbers without a zero. */
  missingZero: MissingZero | null;
  /** The IDs of lists of contacts, which replace numbers and file. */
  lists: string[];
  body: string;
  messageClass: (typeof MESSAGE_CLASSES)[number];
  /** Empty: the account's usual sender. */
  from: string;
  rateCode: string;
  messageId: string;
  /** The name of the send. */
  name: string;
  /** New Zealand time, `YYYY-MM-DDTHH:MM`. Empty: now. */
  sendAt: string;
  /** True if `sendAt` is in each recipient's time zone. */
  localTime: boolean;
  /** The delivery hours and days; null for any time. */
  window: DeliveryWindow | null;
  unicode: boolean;
  sandbox: boolean;
  /** The draft that the form was opened from or saved as, with the name of the draft's file. */
  draft: { id: string; name: string; fileName: string | null } | null;
};

export const EMPTY_FORM: SendForm = {
  numbers: "",
  file: null,
  lists: [],
  body: "",
  messageClass: "transactional",
  from: "",
  rateCode: "",
  messageId: "",
  name: "",
  sendAt: "",
  localTime: false,
  window: null,
  unicode: false,
  sandbox: false,
  draft: null,
  missingZero: null,
};

/**
 * Returns the form's first values.
 * @param to the recipients in the page's address.
 * @param list the ID of the list of contacts in the address.
 * @param template the text of the template in the address.
 * @param repeated a message to send again; its sender is omitted if the account no longer has it.
 */
export function startForm({
  to,
  list,
  template,
  repeated,
  options,
}: {
  to: string | null;
  list?: string | undefined;
  template?: string | undefined;
  repeated: MessageDetails["message"] | undefined;
  options: Pick<SendOptions, "senders" | "unicodeEnabled">;
}): Partial<SendForm> {
  if (!repeated)
    return {
      numbers: to ?? "",
      ...(list === undefined ? {} : { lists: [list] }),
      ...(template === undefined ? {} : { body: template }),
    };
  const { text, messageClass, from, rateCode, encoding } = repeated;
  return {
    numbers: repeated.to,
    body: text,
    messageClass,
    rateCode: rateCode ?? "",
    ...(options.senders.some(({ number }) => number === from) ? { from } : {}),
    unicode: options.unicodeEnabled && encoding === "UCS-2",
  };
}

/** Returns the form's recipients, with their line numbers. */
export function listedRecipients(numbers: string, file: RecipientFile | null): ListedRecipient[] {
  if (file === null) return splitRecipients(numbers);
  return file.table.rows
    .map(({ line, cells }) => ({ line, given: cells[file.column] ?? "" }))
    .filter(({ given }) => given !== "");
}

/** Returns the form's request. */
export function toRequest(form: SendForm, to: string[], fields: MergeFields | undefined) {
  const { lists } = form;
  const { body, messageClass, from, unicode, rateCode, messageId, name, sendAt, localTime, sandbox } = form;
  const { window, draft } = form;
  return {
    to: lists.length > 0 ? [] : to,
    body,
    messageClass,
    unicode,
    sandbox,
    ...(lists.length > 0 ? { lists } : {}),
    ...(fields === undefined ? {} : { fields }),
    ...(from === "" ? {} : { from }),
    ...(rateCode.trim() === "" ? {} : { rateCode: rateCode.trim() }),
    ...(messageId.trim() === "" ? {} : { messageId: messageId.trim() }),
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    ...(sendAt === "" ? {} : { sendAt: `${sendAt.replace("T", " ")}:00`, localTime }),
    ...(window === null ? {} : { window }),
    ...(draft === null ? {} : { draftId: draft.id }),
  };
}
