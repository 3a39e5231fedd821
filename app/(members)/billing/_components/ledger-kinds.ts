import type { LedgerKind } from "@/lib/contracts/members/billing";

/** What a change of the balance is called, and what it means. */
export const LEDGER_KIND_TITLES: Record<LedgerKind, { title: string; text: string }> = {
  topup: { title: "Top-up", text: "Money that you added." },
  adjustment: {
    title: "Adjustment",
    text: "A correction by whoever runs this gateway, or a card payment that was taken back.",
  },
  deduction: { title: "Message", text: "A message, when it was accepted." },
  reversal: { title: "Given back", text: "A held message was deleted, and its price came back." },
  lookup: { title: "Number lookup", text: "A lookup of a number’s network." },
};
