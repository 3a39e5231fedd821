import { type Sql, sql } from "@/lib/db/sql";

/** The prices of a destination. */
export type RateRow = {
  callingCode: string;
  priceMicros: bigint;
  templatePriceMicros: bigint | null;
  isStandard: boolean;
};

/** Reads the whole table as `RateRow`, sorted by calling code. */
export function ratesStatement(): Sql {
  return sql`
    select calling_code as "callingCode", price_micros as "priceMicros",
      template_price_micros as "templatePriceMicros", is_standard as "isStandard"
    from rates order by calling_code`;
}

/** The previous price of a destination. */
export type FormerRateRow = { priceMicros: bigint };

/** Updates a destination's prices, and returns the previous price. */
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

/** Deletes a destination, and returns its price. */
export function removeRateStatement(callingCode: string): Sql {
  return sql`delete from rates where calling_code = ${callingCode} returning price_micros as "priceMicros"`;
}
