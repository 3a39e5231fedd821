import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import {
  changeRateStatement,
  type FormerRateRow,
  type RateRow,
  ratesStatement,
  removeRateStatement,
} from "@/lib/billing/rate-table.sql";
import type { RateRecord } from "@/lib/contracts/admin/rates";
import { DEFAULT_CODE } from "@/lib/contracts/base/values";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { parseDollars, toDecimal } from "@/lib/money";
import { callingPlaces, isCallingCode } from "@/lib/numbers/calling-places";

type Rate = { callingCode: string; price: string; templatePrice?: string | undefined; isStandard: boolean };

/** Lists the rate table, New Zealand and Australia first and the default row last. */
export async function listRates(db: Database): Promise<RateRecord[]> {
  const rows = await db.query<RateRow>(ratesStatement());
  return rows
    .map(({ callingCode, priceMicros, templatePriceMicros, isStandard }) => ({
      callingCode,
      places: callingPlaces(callingCode),
      price: toDecimal(priceMicros),
      templatePrice: templatePriceMicros === null ? null : toDecimal(templatePriceMicros),
      isStandard,
    }))
    .sort((a, b) => rank(a) - rank(b));
}

function rank({ callingCode, isStandard }: RateRecord): number {
  if (callingCode === DEFAULT_CODE) return 2;
  return isStandard ? 0 : 1;
}

/**
 * Adds a destination with its own price. Every server uses it within five seconds.
 * @throws GatewayError `conflict` if it exists; `invalid_parameter` if the calling code does not exist.
 */
export async function addRate(db: Database, rate: Rate, actor: Actor, now: Date): Promise<void> {
  if (!isCallingCode(rate.callingCode)) {
    throw new GatewayError("invalid_parameter", `There is no country calling code ${rate.callingCode}.`);
  }
  await db.transaction(async (tx) => {
    const { count } = await tx.prisma.rate.createMany({ data: asRow(rate), skipDuplicates: true });
    if (count === 0) {
      throw new GatewayError("conflict", `A price for ${rate.callingCode} already exists. Edit it instead.`);
    }
    await recordActivity(
      tx,
      {
        accountId: actor.accountId,
        actor,
        action: "rate_changed",
        details: { change: "added", ...shown(rate) },
      },
      now,
    );
  });
}

/**
 * Changes the prices of a destination or of the default row.
 * @throws GatewayError `not_found`.
 */
export async function changeRate(db: Database, rate: Rate, actor: Actor, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.query<FormerRateRow>(changeRateStatement(asRow(rate)));
    if (!before) throw noRate(rate.callingCode);
    const details = { change: "changed", ...shown(rate), "price before": toDecimal(before.priceMicros) };
    await recordActivity(tx, { accountId: actor.accountId, actor, action: "rate_changed", details }, now);
  });
}

/**
 * Removes a destination's price. The default row then applies, which cannot be removed.
 * @throws GatewayError `not_found`; `conflict` for the default row.
 */
export async function removeRate(db: Database, callingCode: string, actor: Actor, now: Date): Promise<void> {
  if (callingCode === DEFAULT_CODE) {
    throw new GatewayError("conflict", "The default price can be edited, but not removed.");
  }
  await db.transaction(async (tx) => {
    const [removed] = await tx.query<FormerRateRow>(removeRateStatement(callingCode));
    if (!removed) throw noRate(callingCode);
    const details = {
      change: "removed",
      "calling code": callingCode,
      "price before": toDecimal(removed.priceMicros),
    };
    await recordActivity(tx, { accountId: actor.accountId, actor, action: "rate_changed", details }, now);
  });
}

function asRow({ callingCode, price, templatePrice, isStandard }: Rate) {
  return {
    callingCode,
    priceMicros: parseDollars(price),
    templatePriceMicros: templatePrice === undefined ? null : parseDollars(templatePrice),
    isStandard,
  };
}

function shown({ callingCode, price, templatePrice, isStandard }: Rate) {
  return {
    "calling code": callingCode,
    price,
    "template price": templatePrice ?? null,
    standard: isStandard,
  };
}

function noRate(callingCode: string): GatewayError {
  return new GatewayError("not_found", `There is no price for ${callingCode}.`);
}
