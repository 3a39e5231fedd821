import { type RecipientList, readRecipientList } from "@/lib/sms/numbers/recipient-list";
import { type ListedRecipient, splitRecipients } from "@/lib/sms/numbers/split-recipients";

/** The values of the form. */
export type PaneForm = {
  /** Ticked numbers of the email. They count while that email is open. */
  chosen: string[];
  numbers: string;
  text: string;
};

export const EMPTY_FORM: PaneForm = { chosen: [], numbers: "", text: "" };

/** The recipients: ticked numbers first, then typed ones. */
export function recipientsOf(chosen: readonly string[], numbers: string): RecipientList {
  const ticked: ListedRecipient[] = chosen.map((given) => ({ line: 0, given }));
  return readRecipientList([...ticked, ...splitRecipients(numbers)]);
}
