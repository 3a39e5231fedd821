import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { FIELD_NAME_LENGTH, MAX_FIELDS } from "@/lib/contracts/base/values";

/** One line for each recipient, in order. An empty line is a missing value. */
const values = z
  .string("must be a text")
  .regex(/^(?:\P{Cc}|\n)*$/u, "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must not contain half a surrogate pair")
  .transform((text) => text.split("\n"));

/** The values of `{{name}}` for each recipient: the columns of a file that the text names. */
export const mergeFields = z
  .array(z.object({ name: label(FIELD_NAME_LENGTH).trim().min(1, "must not be empty"), values }))
  .max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`);

export type MergeField = z.output<typeof mergeFields>[number];
