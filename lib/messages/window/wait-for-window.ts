import type { Database } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { type Opening, openingsOf } from "@/lib/messages/window/openings";
import { type Waiting, waitForWindowStatement } from "@/lib/messages/window/wait-for-window.sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { readWindow } from "@/lib/sms/delivery-window";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/**
 * Returns leased messages to the queue if their delivery window is not open now (rules: delivery windows). That
 * happens when a server was down, a network had no room, or a link was approved at another hour. A message that a
 * network may have is settled as usual. A window that never opens again delays no message.
 * @returns the messages that may be sent.
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
