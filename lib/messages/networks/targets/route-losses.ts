import { loadRates } from "@/lib/billing/price";
import { rangeTable } from "@/lib/carriers/routing/blocked-ranges";
import { asRange, type RouteFile } from "@/lib/carriers/setup/route-file";
import { namedBy } from "@/lib/carriers/setup/route-rows";
import { askCells } from "@/lib/db/cells/ask-cells";
import { allCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { type LossWarning, lossWarnings } from "@/lib/messages/networks/targets/loss-warnings";

/** The accounts' own rates: those of the named accounts, and the lowest of all. */
type OwnRates = { named: ReadonlyMap<number, bigint | null>; lowest: bigint | null };

/**
 * Returns the routes of a list that cost more than they bill (rules: loss warnings), at current prices. They are not
 * rejected. The accounts of a cell that does not answer count as accounts without their own rates.
 */
export async function routeLosses(
  db: Database,
  { routes, blocked }: Pick<RouteFile, "routes" | "blocked">,
  now: Date,
): Promise<LossWarning[]> {
  if (!routes.some(({ targets }) => targets.some(({ cost }) => cost !== undefined))) return [];
  const [rates, { networks, owners }] = await Promise.all([loadRates(db, now), namedBy(db, { routes })]);
  const accounts = [...routes.flatMap(({ account }) => account ?? []), ...owners.values()];
  const { named, lowest } = await ownRates(db, accounts);
  const facts = { rates, ownRates: named, lowestRate: lowest, owners, networks };
  return lossWarnings(routes, { ...facts, blocked: rangeTable(blocked.map(asRange)) });
}

async function ownRates(home: Database, accounts: readonly number[]): Promise<OwnRates> {
  const answers = await askCells(allCells(home), async ({ prisma }) => {
    const [named, lowest] = await Promise.all([
      prisma.account.findMany({
        where: { id: { in: [...new Set(accounts)] }, hasAccount: true },
        select: { id: true, standardRateMicros: true },
      }),
      prisma.account.aggregate({ where: { hasAccount: true }, _min: { standardRateMicros: true } }),
    ]);
    return { named, lowest: lowest._min.standardRateMicros };
  });
  const said = answers.flatMap((answer) => ("said" in answer ? [answer.said] : []));
  const lows = said.flatMap(({ lowest }) => lowest ?? []);
  return {
    named: new Map(
      said.flatMap(({ named }) => named.map((row) => [row.id, row.standardRateMicros] as const)),
    ),
    lowest: lows.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null),
  };
}

/** Returns the warnings as part of a response: nothing without warnings. */
export function withLosses(losses: readonly LossWarning[]): { warnings?: LossWarning[] } {
  return losses.length === 0 ? {} : { warnings: [...losses] };
}
