import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";

/** Most fields that a text may name, and their longest name and value (rules: merge fields). */
export const MAX_FIELDS = 20;
export const FIELD_NAME_LENGTH = 60;
export const FIELD_VALUE_LENGTH = 200;

/** One line for each recipient, in their order; an empty line is a missing value. */
const values = z
  .string("must be a text")
  .regex(/^(?:\P{Cc}|\n)*$/u, "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must not contain half a surrogate pair")
  .transform((text) => text.split("\n"));

/** What each recipient's text has in place of `{{name}}`: the columns of a file that the text names. */
export const mergeFields = z
  .array(z.object({ name: label(FIELD_NAME_LENGTH).trim().min(1, "must not be empty"), values }))
  .max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`);

export type MergeField = z.output<typeof mergeFields>[number];
