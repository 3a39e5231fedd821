import { z } from "zod";
import { PAUSE_REASONS, type PauseReason } from "@/lib/contracts/base/values";
import { amountInWords, micros, placeOfBilling } from "@/lib/email/alert-words";

/** The saved card that pays, if there is one. */
const card = z.object({ brand: z.string(), lastFour: z.string() }).optional();

type Card = z.infer<typeof card>;
type WrittenEmail = { subject: string; text: string };

const cardInWords = (given: Card) =>
  given ? `your ${given.brand} card ending ${given.lastFour}` : "your saved card";

/** The details of a paid auto top-up. Amounts are in micro-dollars, as text. */
export const autoTopUpPaid = z.object({ amountMicros: micros, balanceMicros: micros, card });

/** Writes the email about a payment: the amount, the card and the new balance. */
export function writeAutoTopUpPaid(
  { amountMicros, balanceMicros, card: given }: z.infer<typeof autoTopUpPaid>,
  appUrl: string | undefined,
): WrittenEmail {
  const amount = amountInWords(amountMicros);
  return {
    subject: `Auto top-up: ${amount} added`,
    text: `Hello,

Your balance was low, so we charged ${amount} to ${cardInWords(given)}. Your balance is now ${amountInWords(balanceMicros)}.

See the payment, or change or turn off auto top-up, ${placeOfBilling(appUrl)}.
`,
  };
}

/** The details of a paused auto top-up. */
export const autoTopUpPaused = z.object({ reason: z.enum(PAUSE_REASONS), amountMicros: micros, card });

/** Sentences about the cause of a pause and its remedy. */
const PAUSES: Record<PauseReason, (amount: string, card: string) => string> = {
  declined: (amount, by) =>
    `Your bank declined a payment of ${amount} by ${by}. Check with your bank, or replace the card. Then resume auto top-up`,
  confirmation: (amount, by) =>
    `Your bank wants you to confirm payments by ${by}, so ${amount} could not be charged. Save the card again and confirm it with your bank. Then resume auto top-up`,
  expired: (amount, by) =>
    `A payment of ${amount} failed because ${by} has expired. Replace the card. Then resume auto top-up`,
  card: (amount, by) =>
    `A payment of ${amount} failed because ${by} could not be charged. Replace the card. Then resume auto top-up`,
  unanswered: (amount, by) =>
    `We could not find out whether a payment of ${amount} by ${by} went through. If it did, it is added to your balance. Check your card statement. Then resume auto top-up`,
  taken_back: () =>
    "A card payment was refunded or disputed, and taken from your balance. If you want to go on paying by card, resume auto top-up",
};

/**
 * Writes the email about a paused auto top-up: the cause and the remedy.
 * @param appUrl the address of this installation. Without it, only the page's name is given.
 */
export function writeAutoTopUpPaused(
  { reason, amountMicros, card: given }: z.infer<typeof autoTopUpPaused>,
  appUrl: string | undefined,
): WrittenEmail {
  return {
    subject: "Auto top-up is paused",
    text: `Hello,

${PAUSES[reason](amountInWords(amountMicros), cardInWords(given))} ${placeOfBilling(appUrl)}.

Until then your card is not charged. Messages that cost more than your balance are refused.
`,
  };
}

/** The details of an auto top-up that has reached a limit. The time is New Zealand local. */
export const autoTopUpLimited = z.object({
  limit: z.enum(["day", "month"]),
  amountMicros: micros,
  until: z.string(),
  card,
});

/** Writes the email about a limit: its kind, its end and the remedy. */
export function writeAutoTopUpLimited(
  { limit, amountMicros, until }: z.infer<typeof autoTopUpLimited>,
  appUrl: string | undefined,
): WrittenEmail {
  const which = limit === "day" ? "limit of payments in 24 hours" : "monthly limit";
  return {
    subject: "Auto top-up has reached your limit",
    text: `Hello,

Your balance is low, but auto top-up has reached your ${which}. The next payment of ${amountInWords(amountMicros)} can be made from ${until} (New Zealand time).

To send more before then, add money or raise the limit ${placeOfBilling(appUrl)}. Messages that cost more than your balance are refused.
`,
  };
}
