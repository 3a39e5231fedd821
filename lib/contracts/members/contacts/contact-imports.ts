import { z } from "zod";
import { givenName, integer } from "@/lib/contracts/base/parameters";
import { LIST_NAME_LENGTH, MAX_FIELDS, MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { fieldName } from "@/lib/contracts/members/contacts/contacts";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/contact-routes";
import { MISSING_ZEROS, NUMBER_PROBLEMS } from "@/lib/sms/numbers/number-problems";

const which = { id: z.uuid("must be an id") };

/** One line for each row of a piece of the file; looked at in one go. */
const lines = z
  .string("must be a text")
  .regex(/^(?:\P{Cc}|\n)*$/u, "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must not contain half a surrogate pair");

/**
 * Begins an import (rules: contact imports). One that the account has begun and not saved is dropped.
 * @param list the name of the list that all of its contacts are put in; made where there is none.
 */
export const beginContactImport = memberOperation({
  ...routes.beginContactImport,
  request: z.object({
    fields: z.array(fieldName).max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`).default([]),
    list: givenName(LIST_NAME_LENGTH).optional(),
  }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** The reasons for skipping a row. */
export const IMPORT_PROBLEMS = [...NUMBER_PROBLEMS, "name-too-long", "value-too-long"] as const;

/** Brings the next piece of a file, the first with `chunk` 0. One that has come already changes nothing. */
export const stageContactImport = memberOperation({
  ...routes.stageContactImport,
  request: z.object({
    ...which,
    chunk: integer(0, MAX_IMPORT_ROWS),
    numbers: lines,
    /** Not given: the rows have no names. */
    names: lines.optional(),
    /** The reading of numbers that may lack their zero. They are skipped if it is missing. */
    missingZero: z.enum(MISSING_ZEROS).optional(),
    /** For each field of the import, its values. */
    values: z.array(lines).max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`).default([]),
  }),
  response: z.object({
    success: z.literal(true),
    /** The rows of this piece that are left out, from 0, and for a value that is too long, its field. */
    problems: z.array(
      z.object({ row: z.int(), problem: z.enum(IMPORT_PROBLEMS), field: z.string().nullable() }),
    ),
  }),
});

/** What saving an import would come to. */
export const readContactImport = memberOperation({
  ...routes.readContactImport,
  request: z.object(which),
  response: z.object({
    /** Rows that have come, and of these what is left out, and what repeats a number of the file. */
    rows: z.int(),
    skipped: z.int(),
    duplicates: z.int(),
    /** Contacts that are new, and those that the account has: these are merged. */
    added: z.int(),
    updated: z.int(),
    /** Whether the account has room for them. */
    fits: z.boolean(),
  }),
});

/** Saves an import, whole. A repeat answers the same again. `rows` is how many rows the file has: no more and no less came. */
export const saveContactImport = memberOperation({
  ...routes.saveContactImport,
  request: z.object({ ...which, rows: integer(1, MAX_IMPORT_ROWS) }),
  response: z.object({ success: z.literal(true), added: z.int(), updated: z.int() }),
});

/** Drops an import that is not saved; nothing where there is none. */
export const cancelContactImport = memberOperation({
  ...routes.cancelContactImport,
  request: z.object(which),
  response: done,
});

export type BegunImport = z.output<typeof beginContactImport.request>;
export type ImportPiece = z.output<typeof stageContactImport.request>;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];
export type ImportProblems = z.output<typeof stageContactImport.response>["problems"];
export type ImportPreview = z.output<typeof readContactImport.response>;
