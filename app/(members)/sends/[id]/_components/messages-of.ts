import { queryString } from "@/components/members/request";
import type { MessageFilter } from "@/lib/contracts/members/messages";

/** Returns the address of a send's messages, or of those with a state or an outcome. */
export function messagesOf(send: string, filter: Pick<MessageFilter, "status" | "outcome"> = {}): string {
  return `/messages${queryString({ send, ...filter })}`;
}
