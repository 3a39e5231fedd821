import { type BlockedRange, rangeProblems } from "@/lib/carriers/routing/blocked-ranges";
import { MAX_BLOCKED } from "@/lib/carriers/setup/route-file";
import { lockRoutesStatement } from "@/lib/carriers/setup/route-rows.sql";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { rangeBeginning } from "@/lib/sms/numbers/number-range";

/** A range as a person writes it. */
export type GivenRange = { prefix: string; isException: boolean };

/** All blocked ranges and their exceptions, sorted by their digits. */
export function listBlocked(db: Queryable): Promise<BlockedRange[]> {
  return db.prisma.blockedDestination.findMany({ orderBy: { prefix: "asc" } });
}

/**
 * Blocks a range of numbers, or excepts it from a blocked one (rules: blocked destinations). Servers follow within seconds.
 * Blocking a range that is blocked changes nothing.
 * @throws GatewayError `invalid_parameter` for an unknown way to write a range, or an exception in no blocked range; `conflict`
 * when there are too many.
 */
export async function blockRange(tx: Transaction, given: GivenRange): Promise<BlockedRange> {
  const range = { prefix: readPrefix(given.prefix), isException: given.isException };
  await tx.query(lockRoutesStatement());
  const others = (await listBlocked(tx)).filter(({ prefix }) => prefix !== range.prefix);
  if (others.length >= MAX_BLOCKED)
    throw new GatewayError("conflict", `There are ${MAX_BLOCKED} blocked ranges already.`);
  refuseProblems([...others, range]);
  await tx.prisma.blockedDestination.upsert({
    where: { prefix: range.prefix },
    create: range,
    update: range,
  });
  return range;
}

/**
 * Removes a blocked range or an exception, so that the next shorter range decides.
 * @throws GatewayError `invalid_parameter` as `blockRange`, or when an exception would be left in no range; `not_found`.
 */
export async function unblockRange(
  tx: Transaction,
  written: string,
): Promise<{ prefix: string; removed: true }> {
  const prefix = readPrefix(written);
  await tx.query(lockRoutesStatement());
  const ranges = await listBlocked(tx);
  const others = ranges.filter((range) => range.prefix !== prefix);
  if (others.length === ranges.length)
    throw new GatewayError("not_found", `There is no blocked range ${prefix}.`);
  refuseProblems(others);
  await tx.prisma.blockedDestination.delete({ where: { prefix } });
  return { prefix, removed: true };
}

function readPrefix(written: string): string {
  const prefix = rangeBeginning(written);
  if (prefix !== null) return prefix;
  const shown = written.slice(0, 40);
  throw new GatewayError(
    "invalid_parameter",
    `'${shown}' is not the beginning of numbers. Enter one, such as 882 or +64 900.`,
  );
}

function refuseProblems(ranges: readonly BlockedRange[]): void {
  const [problem] = rangeProblems(ranges);
  if (problem !== undefined) throw new GatewayError("invalid_parameter", `Blocked ranges: ${problem}.`);
}
