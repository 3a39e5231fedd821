import { type BlockedRange, rangeProblems } from "@/lib/carriers/routing/blocked-ranges";
import { MAX_BLOCKED } from "@/lib/carriers/setup/route-file";
import { lockRoutesStatement } from "@/lib/carriers/setup/route-rows.sql";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { rangeBeginning } from "@/lib/sms/numbers/number-range";

/** A range in the form that people write. */
export type GivenRange = { prefix: string; isException: boolean };

/** Returns all blocked ranges and their exceptions, sorted by digits. */
export function listBlocked(db: Queryable): Promise<BlockedRange[]> {
  return db.prisma.blockedDestination.findMany({ orderBy: { prefix: "asc" } });
}

/**
 * Blocks a range of numbers, or makes it an exception within a blocked one (rules: blocked destinations).
 * Servers apply the change within seconds. If the range is already blocked, nothing changes.
 * @throws GatewayError `invalid_parameter` if the range is malformed, or is an exception in no blocked range;
 * `conflict` if there are too many.
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
 * Removes a blocked range or an exception, so that the next shorter range applies.
 * @throws GatewayError `invalid_parameter` if the range is malformed, or an exception would be left in no
 * range; `not_found`.
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
