import type { LedgerKind } from "@/lib/contracts/members/billing";

/** The title and explanation of each kind of balance change. */
export const LEDGER_KIND_TITLES: Record<LedgerKind, { title: string; text: string }> = {
  topup: { title: "Top-up", text: "Money you added." },
  adjustment: {
    title: "Adjustment",
    text: "A correction by your provider, or a reversed card payment.",
  },
  deduction: { title: "Message", text: "The charge for an accepted message." },
  reversal: { title: "Refund", text: "The refund for a deleted message." },
  lookup: { title: "Number lookup", text: "The charge for a network lookup." },
};
