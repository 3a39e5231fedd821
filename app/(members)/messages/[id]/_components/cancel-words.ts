import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import { formatMoney } from "@/lib/money";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

type CancelledMessage = Pick<MessageDetails["message"], "to" | "price">;

/** Returns the question before a message is cancelled. A paused message is refunded already. */
export function cancelQuestion({ to, price }: CancelledMessage): string {
  const sent = `It won’t be sent to ${writtenNumber(to)}`;
  if (price === null) return `${sent}. ${CANNOT_BE_UNDONE}`;
  return price.givenBackAt === null
    ? `${sent}, and ${formatMoney(price.total)} is refunded to your balance. ${CANNOT_BE_UNDONE}`
    : `${sent}. The price was refunded when you paused its send. ${CANNOT_BE_UNDONE}`;
}

/**
 * Returns the confirmation after a message is cancelled.
 * @param message the message before the change.
 * @param givenBack the amount refunded for it, now or earlier.
 */
export function cancelledWords({ price }: Pick<CancelledMessage, "price">, givenBack: string): string {
  const isRefundedNow = price === null || price.givenBackAt === null;
  return `Message cancelled.${isRefundedNow ? ` ${formatMoney(givenBack)} refunded to your balance.` : ""}`;
}
