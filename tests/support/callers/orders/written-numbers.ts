import { NO_MOBILE, type OrderCase } from "@/tests/support/callers/orders/order-case";

/** A phone field, the country beside it, and the expected number; null if the field has none. */
const WRITTEN: readonly [phone: unknown, country: object, msisdn: string | null][] = [
  ["021 123 4567", { country_code: "NZ" }, "64211234567"],
  ["021 123 4567", { country: "New Zealand" }, "64211234567"],
  ["021 123 4567", { country: "NEW ZEALAND " }, "64211234567"],
  ["021 123 4567", { country: "Aotearoa" }, "64211234567"],
  ["021 123 4567", { country: "nzl" }, "64211234567"],
  ["021 123 4567", {}, "64211234567"],
  ["021 123 4567", { country: null, country_code: "" }, "64211234567"],
  ["0412 345 678", { country: "Australia" }, "61412345678"],
  ["0412 345 678", { country: "AUS" }, "61412345678"],
  ["0412 345 678", { country_code: "au" }, "61412345678"],
  ["0412 345 678", { country_code: "NZ" }, null],
  ["021 123 4567", { country_code: "AU" }, null],
  ["+64 21 123 4567", { country_code: "AU" }, "64211234567"],
  ["0011 64 21 123 4567", { country_code: "AU" }, "64211234567"],
  ["07911 123456", { country: "United Kingdom" }, "447911123456"],
  ["07911 123456", { country: "UK" }, "447911123456"],
  ["07911 123456", { country: "England" }, "447911123456"],
  ["(201) 555-0123", { country: "United States" }, "12015550123"],
  ["201.555.0123", { country: "USA" }, "12015550123"],
  ["090-1234-5678", { country: "Japan" }, "819012345678"],
  ["021 123 4567", { country: "Atlantis" }, null],
  ["+64 21 123 4567", { country: "Atlantis" }, "64211234567"],
  ["+64 (0)21 123 4567", {}, "64211234567"],
  ["64211234567", {}, "64211234567"],
  ["0064 21 1234567", {}, "64211234567"],
  ["(+64) 21-123-4567", {}, "64211234567"],
  ["021 123 4567 ext 5", {}, "64211234567"],
  ["021 123 4567 x5", {}, "64211234567"],
  ["021 123 4567;ext=5", {}, "64211234567"],
  ["021 123 4567 / 09 300 1234", {}, "64211234567"],
  ["09 300 1234 or 021 123 4567", {}, "64211234567"],
  ["09 300 1234, 021 123 4567", {}, "64211234567"],
  ["021/1234567", {}, "64211234567"],
  ["Mob: 021 123 4567", {}, "64211234567"],
  ["Ph. +64 21 123 4567", {}, "64211234567"],
  ["tel:+64211234567", {}, "64211234567"],
  ["021 123 4567 (Aroha)", {}, "64211234567"],
  ["０２１ １２３ ４５６７", {}, "64211234567"],
  ["\u202a+64 21 123 4567\u202c", {}, "64211234567"],
  ["+64\u00a021\u00a0123\u00a04567", {}, "64211234567"],
  [211234567, {}, "64211234567"],
  [64211234567, {}, "64211234567"],
  ["555-625-1199", { country_code: "US" }, null],
  ["1 123 123 1234", { country_code: "US" }, null],
  ["0800 123 456", {}, null],
  ["09 300 1234", {}, null],
  ["n/a", {}, null],
  ["ask Aroha", {}, null],
  ["0", {}, null],
  ["021 123 4567".repeat(500), {}, null],
  [{ number: "021 123 4567" }, {}, null],
  [["021 123 4567"], {}, null],
  [true, {}, null],
];

/** Orders that differ only in their phones. */
export const WRITTEN_NUMBERS: readonly OrderCase[] = WRITTEN.map(([phone, country, msisdn]) => {
  const title = `${JSON.stringify(phone).slice(0, 40)} in ${JSON.stringify(country)}`;
  const order = {
    number: "1",
    total: "5",
    billing: { first_name: "Aroha", last_name: "Ngata", phone, ...country },
  };
  const read = { title, topic: "order.created" as const, order };
  if (msisdn === null) return { ...read, skipped: NO_MOBILE };
  return { ...read, to: msisdn, values: { first_name: "Aroha", order_number: "1", total: "5" } };
});
