import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A row of the rate table: prices per part, in micro-dollars excluding GST. */
export type RateRow = {
  callingCode: string;
  priceMicros: bigint;
  isStandard: boolean;
  templatePriceMicros: bigint | null;
};

/** Reads the rate table. Every process that sends reads it every few seconds. */
export function ratesStatement(): Sql {
  return prepared(
    "rates",
    sql`
    select calling_code as "callingCode", price_micros as "priceMicros", is_standard as "isStandard",
      template_price_micros as "templatePriceMicros"
    from rates order by calling_code`,
  );
}
