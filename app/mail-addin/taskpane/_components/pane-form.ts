import { type RecipientList, readRecipientList } from "@/lib/sms/numbers/recipient-list";
import { type ListedRecipient, splitRecipients } from "@/lib/sms/numbers/split-recipients";

/** The values of the form. */
export type PaneForm = {
  /** Checked numbers of the open email. They apply only while that email is open. */
  chosen: string[];
  numbers: string;
  text: string;
};

export const EMPTY_FORM: PaneForm = { chosen: [], numbers: "", text: "" };

/** Returns the recipients: checked numbers first, then typed ones. */
export function recipientsOf(chosen: readonly string[], numbers: string): RecipientList {
  const ticked: ListedRecipient[] = chosen.map((given) => ({ line: 0, given }));
  return readRecipientList([...ticked, ...splitRecipients(numbers)]);
}
