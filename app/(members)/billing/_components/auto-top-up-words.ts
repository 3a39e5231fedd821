import type { PauseReason } from "@/lib/contracts/base/values";

/** Why auto top-up paused, and what to do before it is resumed. */
export const PAUSE_WORDS: Record<PauseReason, { why: string; todo: string }> = {
  declined: {
    why: "Your bank declined the payment.",
    todo: "Check with your bank or replace the card, then resume.",
  },
  confirmation: {
    why: "Your bank wants you to confirm payments with this card.",
    todo: "Save the card again and confirm it with your bank, then resume.",
  },
  expired: { why: "Your card has expired.", todo: "Replace the card, then resume." },
  card: { why: "Your card couldn’t be charged.", todo: "Replace the card, then resume." },
  unanswered: {
    why: "We couldn’t confirm the last payment. If it went through, it’s added to your balance.",
    todo: "Check your card statement, then resume.",
  },
  taken_back: {
    why: "A card payment was refunded or disputed.",
    todo: "Resume to pay by card again.",
  },
};
