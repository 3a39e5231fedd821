import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { type Opening, openingsOf } from "@/lib/messages/window/openings";
import { type Waiting, waitForWindowStatement } from "@/lib/messages/window/wait-for-window.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { readWindow } from "@/lib/sms/delivery-window";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Gives those of leased messages back to the queue whose delivery window is not open now: a server was down, a network had
 * no room, or a link was approved at another hour (rules: delivery windows). What a network perhaps has is settled as any
 * other, and a window that never opens any more holds nothing back.
 * @returns the messages that may go out.
 */
export async function withinWindow<Message extends LeasedMessage>(
  db: Database,
  leased: readonly Message[],
  { quiet, now }: { quiet: QuietHours; now: Date },
): Promise<readonly Message[]> {
  const openings = new Map<string, Opening>();
  const waiting: Waiting[] = [];
  const open = leased.filter((message) => {
    if (!message.window || message.unknownSince !== null) return true;
    const opening = openings.get(message.window) ?? openingsOf(readWindow(message.window), quiet);
    openings.set(message.window, opening);
    const dueAt = opening(message, now);
    if (dueAt === null || dueAt <= now) return true;
    waiting.push({ message, dueAt });
    return false;
  });
  if (waiting.length > 0) await queryInTransaction(db, waitForWindowStatement(waiting, now));
  return open;
}
