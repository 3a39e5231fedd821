import {
  type ListedRecipient,
  type RecipientList,
  readRecipientList,
  splitRecipients,
} from "@/lib/sms/numbers/recipient-list";

/** The form as it is filled in. */
export type PaneForm = {
  /** Numbers of the e-mail that are ticked; they count while that e-mail is open. */
  chosen: string[];
  numbers: string;
  text: string;
};

export const EMPTY_FORM: PaneForm = { chosen: [], numbers: "", text: "" };

/** Who it goes to: what is ticked, and then what is typed. */
export function recipientsOf(chosen: readonly string[], numbers: string): RecipientList {
  const ticked: ListedRecipient[] = chosen.map((given) => ({ line: 0, given }));
  return readRecipientList([...ticked, ...splitRecipients(numbers)]);
}
