import { z } from "zod";
import { wrongSchema } from "@/lib/database-address";
import { parseDollars } from "@/lib/money";

/** An environment variable set to nothing counts as not set. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

/** A whole number within bounds, written in digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** The same, with what it is where nothing is set. */
export const integer = (min: number, max: number, fallback: number) =>
  optional(wholeNumber(min, max).default(fallback));

/** One of some words. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  optional(z.enum(values, `must be one of ${values.join(", ")}`).default(fallback as never));

/** A time of day, hours and minutes. */
export const timeOfDay = (fallback: string) =>
  optional(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 21:00")
      .default(fallback),
  );

/** An amount of dollars that is not negative, as micro-dollars. */
export const dollars = (fallback: string) =>
  optional(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be an amount of dollars with at most six decimals")
      .default(fallback)
      .transform(parseDollars),
  );

/** The address of a PostgreSQL database, and perhaps of a schema in it. */
export function postgresUrl() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
    .superRefine((url, { addIssue }) => {
      const message = wrongSchema(url);
      if (message !== null) addIssue({ code: "custom", message });
    });
}
