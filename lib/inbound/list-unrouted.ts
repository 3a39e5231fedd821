import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Messages from mobile users that belong to no account (rules: inbound owner), newest first. The reason
 * follows from the shortcodes as they are now.
 */
export async function listUnrouted(
  db: Database,
  asked: { page: number; limit: number },
): Promise<{ messages: UnroutedRecord[]; pagination: Pagination }> {
  const where = { accountId: null };
  const total = await db.prisma.inboundMessage.count({ where });
  const rows = await db.prisma.inboundMessage.findMany({
    where,
    select: {
      id: true,
      receivedAt: true,
      msisdn: true,
      shortcode: true,
      body: true,
      network: true,
      carrier: true,
    },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: asked.limit,
    skip: (asked.page - 1) * asked.limit,
  });
  const numbers = [...new Set(rows.map(({ shortcode }) => shortcode))];
  const shortcodes = await db.prisma.shortcode.findMany({
    where: { number: { in: numbers } },
    select: { number: true },
    take: numbers.length,
  });
  const known = new Set(shortcodes.map(({ number }) => number));
  return {
    messages: rows.map(({ receivedAt, msisdn, shortcode, ...row }) => ({
      ...row,
      from: msisdn,
      to: shortcode,
      receivedAt: formatNz(receivedAt),
      why: known.has(shortcode) ? "no_conversation" : "unknown_shortcode",
    })),
    pagination: paginate(asked, total),
  };
}
