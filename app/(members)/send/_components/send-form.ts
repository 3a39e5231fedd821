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
  /** Takes the place of the numbers, where there is a file. */
  file: RecipientFile | null;
  /** The answer to the question about numbers without a zero. */
  missingZero: MissingZero | null;
  /** The ids of lists of contacts, which take the place of both. */
  lists: string[];
  body: string;
  messageClass: (typeof MESSAGE_CLASSES)[number];
  /** Empty: the account's usual sender. */
  from: string;
  rateCode: string;
  messageId: string;
  /** What the send is called. */
  name: string;
  /** New Zealand time, `YYYY-MM-DDTHH:MM`. Empty: now. */
  sendAt: string;
  /** Whether that is by each recipient's own clock. */
  localTime: boolean;
  /** Between which hours and on which days it goes out; null for any. */
  window: DeliveryWindow | null;
  unicode: boolean;
  sandbox: boolean;
  /** The draft that it was opened from, or kept as, with the name of the file that this had. */
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
 * What a form begins with.
 * @param to recipients that the page's address names.
 * @param list the id of a list of contacts that it names.
 * @param template the text of the template that it names.
 * @param repeated a message that is sent again; a sender that the account no longer has is left out.
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

/** The form's recipients, with the lines that they stand on. */
export function listedRecipients(numbers: string, file: RecipientFile | null): ListedRecipient[] {
  if (file === null) return splitRecipients(numbers);
  return file.table.rows
    .map(({ line, cells }) => ({ line, given: cells[file.column] ?? "" }))
    .filter(({ given }) => given !== "");
}

/** The request that the form makes. */
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
