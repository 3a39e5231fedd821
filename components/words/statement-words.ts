import { monthName } from "@/components/lists/month-names";
import { countOf } from "@/components/ui/count";
import { saidClock, saidDate } from "@/components/ui/said-time";
import { SEND_TYPE_WORDS } from "@/components/words/send-types";
import type { LedgerKind, Statement } from "@/lib/contracts/members/billing";

/** The title of each kind of balance change on a statement. */
export const STATEMENT_LINE_WORDS: Record<LedgerKind, string> = {
  topup: "Top-ups",
  adjustment: "Adjustments",
  deduction: "Messages",
  reversal: "Refunds for unsent messages",
  lookup: "Number lookups",
};

/** Formats the purpose of a charge. */
export function chargeWords(
  { kind, sendType, rateCode }: Statement["charges"][number],
  omitted: number,
): string {
  if (kind === "omitted") return `Messages, and ${countOf(omitted, "more rate code")}`;
  if (kind === "lookups") return STATEMENT_LINE_WORDS.lookup;
  if (kind === "refunds") return STATEMENT_LINE_WORDS.reversal;
  return `${sendType === null ? "Message" : SEND_TYPE_WORDS[sendType]}, ${rateCode ?? "untagged"}`;
}

/** Returns the notes at the bottom of a statement. */
export function statementNotes({ month, isOpen, account, lines, madeAt }: Statement): string {
  const open = isOpen ? `${monthName(month)} isn’t over yet, so this will change. ` : "";
  const isTaxed = account.hasGst || lines.some(({ gst }) => Number(gst) !== 0);
  const tax = isTaxed ? "Amounts include GST of 15% where it applies." : "No GST is charged.";
  return `${open}${tax} Created ${saidDate(madeAt)}, ${saidClock(madeAt)} NZ time.`;
}

/** The heading of a statement that is a tax invoice according to New Zealand's rules. */
export const TAX_INVOICE_WORDS = "Tax invoice (taxable supply information)";

/** Formats the period of a month's statement. */
export function statementPeriod(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `1 to ${days} ${monthName(month)}, New Zealand time`;
}
