import { z } from "zod";
import { wrongSchema } from "@/lib/database-address";
import { parseDollars } from "@/lib/money";

/** Creates the schema of an optional variable. An empty one counts as unset. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

/** Creates the schema of a whole number within limits, written in digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** Creates the schema of a whole number with a default. */
export const integer = (min: number, max: number, fallback: number) =>
  optional(wholeNumber(min, max).default(fallback));

/** Creates the schema of one of some words. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  optional(z.enum(values, `must be one of ${values.join(", ")}`).default(fallback as never));

/** Creates the schema of a time of day, hours and minutes. */
export const timeOfDay = (fallback: string) =>
  optional(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 21:00")
      .default(fallback),
  );

/** Creates the schema of an amount of dollars that is not negative, as micro-dollars. */
export const dollars = (fallback: string) =>
  optional(
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be an amount of dollars with at most six decimals")
      .default(fallback)
      .transform(parseDollars),
  );

/** Creates the schema of the address of a PostgreSQL database, optionally with a schema. */
export function postgresUrl() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
    .superRefine((url, { addIssue }) => {
      const message = wrongSchema(url);
      if (message !== null) addIssue({ code: "custom", message });
    });
}

type OfInngest = {
  INNGEST_DEV?: string | undefined;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
};

/** The settings that need one another, by their names; undefined for an unset one. */
type GivenSettings = OfInngest & {
  [name in
    | "SMTP_URL"
    | "SMTP_FROM"
    | "CELLS"
    | "DATABASE_URL"
    | "JOBS"
    | "EMAIL_TO_SMS_TLS_CERT"
    | "EMAIL_TO_SMS_TLS_KEY"
    | "EMAIL_TO_SMS_DOMAIN"
    | "EMAIL_INBOUND_SECRET"
    | "STRIPE_SECRET_KEY"
    | "STRIPE_WEBHOOK_SECRET"
    | "APP_URL"
    | "NETWORKS"
    | "NETWORKS_FILE"]?: string | undefined;
};

/** Returns whether Inngest's own settings name a server. */
export function namesInngest(value: OfInngest): boolean {
  const isLocal = value.INNGEST_DEV !== undefined && !/^(0|false)$/i.test(value.INNGEST_DEV);
  return isLocal || (value.INNGEST_EVENT_KEY !== undefined && value.INNGEST_SIGNING_KEY !== undefined);
}

/** Returns a sentence about the first setting that needs a missing one; null if none does. */
export function missingCompanion(value: GivenSettings): string | null {
  if (value.SMTP_URL !== undefined && value.SMTP_FROM === undefined)
    return "Setting SMTP_FROM is missing: with SMTP_URL, name the address that email comes from.";
  if (value.CELLS !== undefined && value.DATABASE_URL === undefined)
    return "Setting DATABASE_URL is missing: with CELLS, name the database of the home cell.";
  if (value.JOBS === "inngest" && !namesInngest(value))
    return "Setting JOBS is inngest: set INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, or INNGEST_DEV.";
  for (const [one, other] of [
    ["EMAIL_TO_SMS_TLS_CERT", "EMAIL_TO_SMS_TLS_KEY"],
    ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ] as const) {
    if ((value[one] === undefined) !== (value[other] === undefined))
      return `Settings ${one} and ${other} belong together: set both or neither.`;
  }
  if (value.NETWORKS !== undefined && value.NETWORKS_FILE !== undefined)
    return "Settings NETWORKS and NETWORKS_FILE exclude each other: set one of them.";
  if (value.EMAIL_INBOUND_SECRET !== undefined && value.EMAIL_TO_SMS_DOMAIN === undefined)
    return "Setting EMAIL_TO_SMS_DOMAIN is missing: it is behind the @ of every number.";
  if (value.STRIPE_SECRET_KEY !== undefined && value.APP_URL === undefined)
    return "Setting APP_URL is missing: Stripe sends people back to it after a payment.";
  return null;
}
