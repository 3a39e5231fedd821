import type { z } from "zod";
import {
  type listNetworkEvents,
  MAX_LISTED_EVENTS,
  NETWORK_EVENT_KINDS,
} from "@/lib/contracts/admin/network-events";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/** The newest of what happened to a network, or to all of them where none is named (rules: network events). */
export async function listEvents(
  db: Database,
  network: string | undefined,
): Promise<z.output<typeof listNetworkEvents.response>> {
  const rows = await db.prisma.carrierEvent.findMany({
    ...(network !== undefined && { where: { carrier: network } }),
    orderBy: { id: "desc" },
    take: MAX_LISTED_EVENTS,
  });
  return {
    events: rows.flatMap(({ id, carrier, kind: written, link, reason, happenedAt }) => {
      const kind = NETWORK_EVENT_KINDS.find((known) => known === written);
      return kind ? [{ id, network: carrier, kind, link, reason, at: formatNz(happenedAt) }] : [];
    }),
  };
}
