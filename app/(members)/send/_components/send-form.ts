import { type CsvFile, numberColumn } from "@/app/(members)/send/_components/read-csv";
import type { MESSAGE_CLASSES } from "@/lib/contracts/send";
import { type Encoding, encodeText } from "@/lib/sms/encoding";
import { type ListedRecipient, type RecipientList, splitRecipients } from "@/lib/sms/recipient-list";
import {
  countParts,
  countSeptets,
  GSM7_PART,
  GSM7_SINGLE,
  MAX_PARTS,
  UCS2_PART,
  UCS2_SINGLE,
} from "@/lib/sms/segments";

/** A file that recipients are taken from, and which of its columns has them. */
export type RecipientFile = { name: string; csv: CsvFile; column: number };

/** The form as it is filled in. */
export type SendForm = {
  numbers: string;
  /** In place of the numbers, where there is one. */
  file: RecipientFile | null;
  body: string;
  messageClass: (typeof MESSAGE_CLASSES)[number];
  /** Empty: the account's usual sender. */
  from: string;
  rateCode: string;
  messageId: string;
  unicode: boolean;
  sandbox: boolean;
};

export const EMPTY_FORM: SendForm = {
  ...{ numbers: "", file: null, body: "", messageClass: "transactional", from: "" },
  ...{ rateCode: "", messageId: "", unicode: false, sandbox: false },
};

/** A file that has been chosen, with the column that most likely has the numbers. */
export function toRecipientFile(name: string, csv: CsvFile): RecipientFile {
  return { name, csv, column: numberColumn(csv) };
}

/** What the form lists as recipients, with the lines they stand on. */
export function listedRecipients(numbers: string, file: RecipientFile | null): ListedRecipient[] {
  if (file === null) return splitRecipients(numbers);
  return file.csv.rows
    .map(({ line, cells }) => ({ line, given: cells[file.column] ?? "" }))
    .filter(({ given }) => given !== "");
}

/** A text as it would go out, and how much room it takes. */
export type Measured = {
  text: string;
  encoding: Encoding;
  parts: number;
  used: number;
  room: number;
  tooLong: boolean;
};

/** Measures a text (spec 4.2 rule 5). `used` and `room` are septets, or 16-bit units. */
export function measure(body: string, unicode: boolean): Measured {
  const { text, encoding } = encodeText(body, unicode);
  const parts = countParts(text, encoding);
  const [single, part] = encoding === "GSM-7" ? [GSM7_SINGLE, GSM7_PART] : [UCS2_SINGLE, UCS2_PART];
  return {
    ...{ text, encoding, parts, tooLong: parts > MAX_PARTS },
    used: encoding === "GSM-7" ? countSeptets(text) : text.length,
    room: parts === 1 ? single : Math.min(parts, MAX_PARTS) * part,
  };
}

/** The request that the form makes. */
export function toRequest(form: SendForm, to: string[]) {
  const { body, messageClass, from, unicode, rateCode, messageId, sandbox } = form;
  return {
    ...{ to, body, messageClass, unicode, sandbox },
    ...(from === "" ? {} : { from }),
    ...(rateCode.trim() === "" ? {} : { rateCode: rateCode.trim() }),
    ...(messageId.trim() === "" ? {} : { messageId: messageId.trim() }),
  };
}

export type FormErrors = { numbers?: string; body?: string };

/** What is missing or too much; nothing where the form can be sent. */
export function checkForm(list: RecipientList, measured: Measured, maxRecipients: number): FormErrors {
  const errors: FormErrors = {};
  const many = list.recipients.length;
  if (many === 0) errors.numbers = "Enter at least one number that a message can be sent to.";
  else if (many > maxRecipients) {
    errors.numbers = `These are ${many.toLocaleString("en-NZ")} numbers. At most ${maxRecipients.toLocaleString("en-NZ")} can be sent to at once: split the list.`;
  }
  if (measured.text === "") errors.body = "Write a text.";
  else if (measured.tooLong) {
    errors.body = `The text is longer than ${MAX_PARTS} parts, the most a message may have. Shorten it.`;
  }
  return errors;
}

/** A key that makes repeats of one filled form the same request. `randomUUID` would want https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
