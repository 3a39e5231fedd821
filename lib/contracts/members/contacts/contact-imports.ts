import { z } from "zod";
import { givenName, integer } from "@/lib/contracts/base/parameters";
import { READERS, SENDERS } from "@/lib/contracts/base/roles";
import { LIST_NAME_LENGTH, MAX_FIELDS, MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { fieldName } from "@/lib/contracts/members/contacts/contacts";
import { memberOperation } from "@/lib/contracts/members/operation";
import { MISSING_ZEROS, NUMBER_PROBLEMS } from "@/lib/sms/numbers/number-problems";

const which = { id: z.uuid("must be an id") };

/** The schema of one line for each row of a piece of the file. One function checks all lines. */
const lines = z
  .string("must be a text")
  .regex(/^(?:\P{Cc}|\n)*$/u, "must not contain control characters")
  .refine((text) => text.isWellFormed(), "must not contain half a surrogate pair");

/**
 * Begins an import (rules: contact imports). It drops an earlier import of the account that was not saved.
 * @param list the name of the list for all of its contacts, which is created if it is missing.
 */
export const beginContactImport = memberOperation({
  method: "POST",
  path: "/api/members/contacts/import",
  roles: SENDERS,
  request: z.object({
    fields: z.array(fieldName).max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`).default([]),
    list: givenName(LIST_NAME_LENGTH).optional(),
  }),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** The reasons for skipping a row. */
export const IMPORT_PROBLEMS = [...NUMBER_PROBLEMS, "name-too-long", "value-too-long"] as const;

/** Uploads the next piece of a file. The first one has `chunk` 0. A piece that arrived already changes nothing. */
export const stageContactImport = memberOperation({
  method: "POST",
  path: "/api/members/contacts/import/rows",
  roles: SENDERS,
  request: z.object({
    ...which,
    chunk: integer(0, MAX_IMPORT_ROWS),
    numbers: lines,
    /** Without names, the rows have none. */
    names: lines.optional(),
    /** The reading of numbers that may lack their zero. They are skipped if it is missing. */
    missingZero: z.enum(MISSING_ZEROS).optional(),
    /** The values for each field of the import. */
    values: z.array(lines).max(MAX_FIELDS, `must be at most ${MAX_FIELDS}`).default([]),
  }),
  response: z.object({
    success: z.literal(true),
    /** The skipped rows of this piece, counted from 0. A value that is too long has its field. */
    problems: z.array(
      z.object({ row: z.int(), problem: z.enum(IMPORT_PROBLEMS), field: z.string().nullable() }),
    ),
  }),
});

/** Returns the result that saving an import would have. */
export const readContactImport = memberOperation({
  method: "GET",
  path: "/api/members/contacts/import",
  roles: READERS,
  request: z.object(which),
  response: z.object({
    /** The received rows, the skipped ones among them, and the ones that repeat a number of the file. */
    rows: z.int(),
    skipped: z.int(),
    duplicates: z.int(),
    /** The new contacts, and the ones that the account already has, which are merged. */
    added: z.int(),
    updated: z.int(),
    /** True if the account has room for the new contacts. */
    fits: z.boolean(),
  }),
});

/**
 * Saves a whole import. A repeat returns the same response. `rows` is the number of rows in the file, all of which
 * must have arrived.
 */
export const saveContactImport = memberOperation({
  method: "POST",
  path: "/api/members/contacts/import/save",
  roles: SENDERS,
  request: z.object({ ...which, rows: integer(1, MAX_IMPORT_ROWS) }),
  response: z.object({ success: z.literal(true), added: z.int(), updated: z.int() }),
});

/** Drops an import that is not saved, if there is one. */
export const cancelContactImport = memberOperation({
  method: "POST",
  path: "/api/members/contacts/import/cancel",
  roles: SENDERS,
  request: z.object(which),
  response: done,
});

export type BegunImport = z.output<typeof beginContactImport.request>;
export type ImportPiece = z.output<typeof stageContactImport.request>;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];
export type ImportProblems = z.output<typeof stageContactImport.response>["problems"];
export type ImportPreview = z.output<typeof readContactImport.response>;
