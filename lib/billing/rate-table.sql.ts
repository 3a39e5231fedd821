import { type Sql, sql } from "@/lib/db/sql";

/** What a destination costs. */
export type RateRow = {
  callingCode: string;
  priceMicros: bigint;
  templatePriceMicros: bigint | null;
  isStandard: boolean;
};

/** The whole table by calling codes, as `RateRow`. */
export function ratesStatement(): Sql {
  return sql`
    select calling_code as "callingCode", price_micros as "priceMicros",
      template_price_micros as "templatePriceMicros", is_standard as "isStandard"
    from rates order by calling_code`;
}

/** What a destination cost before. */
export type FormerRateRow = { priceMicros: bigint };

/** Puts new prices in place of a destination's, and gives what it cost before. */
export function changeRateStatement(rate: RateRow): Sql {
  return sql`
    with before as (
      select calling_code, price_micros from rates where calling_code = ${rate.callingCode} for update
    )
    update rates r set price_micros = ${rate.priceMicros}, template_price_micros = ${rate.templatePriceMicros},
      is_standard = ${rate.isStandard}
    from before where r.calling_code = before.calling_code
    returning before.price_micros as "priceMicros"`;
}

/** Removes a destination, and gives what it cost. */
export function removeRateStatement(callingCode: string): Sql {
  return sql`delete from rates where calling_code = ${callingCode} returning price_micros as "priceMicros"`;
}
