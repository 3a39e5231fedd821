import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { MessageDetails } from "@/lib/contracts/members/messages";
import { formatMoney } from "@/lib/money";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

type Cancelled = Pick<MessageDetails["message"], "to" | "price">;

/** Asked before a message is cancelled. One that is paused has had its price refunded already. */
export function cancelQuestion({ to, price }: Cancelled): string {
  const sent = `It won’t be sent to ${writtenNumber(to)}`;
  if (price === null) return `${sent}. ${CANNOT_BE_UNDONE}`;
  return price.givenBackAt === null
    ? `${sent}, and ${formatMoney(price.total)} is refunded to your balance. ${CANNOT_BE_UNDONE}`
    : `${sent}. The price was refunded when you paused its send. ${CANNOT_BE_UNDONE}`;
}

/**
 * Said once a message is cancelled.
 * @param message as it was before.
 * @param givenBack what went back to the balance for it, then or earlier.
 */
export function cancelledWords({ price }: Pick<Cancelled, "price">, givenBack: string): string {
  const isRefundedNow = price === null || price.givenBackAt === null;
  return `Message cancelled.${isRefundedNow ? ` ${formatMoney(givenBack)} refunded to your balance.` : ""}`;
}
