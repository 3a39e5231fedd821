/** The reading of numbers that may lack their zero: as New Zealand's, or as international (rules: numbers in files). */
export const MISSING_ZEROS = ["new-zealand", "as-written"] as const;
export type MissingZero = (typeof MISSING_ZEROS)[number];

/**
 * The reasons that a cell has no number to send to. `missing-zero`: it may be New Zealand's without the zero, which a
 * person must confirm.
 */
export const NUMBER_PROBLEMS = [
  "not-a-number",
  "rounded",
  "cannot-receive",
  "missing-zero",
  "several-numbers",
] as const;
export type NumberProblem = (typeof NUMBER_PROBLEMS)[number];

/** Numbers that may lack their zero: the count, and the first one as written and as a New Zealand mobile. */
export type MissingZeros = { count: number; first: string; restored: string };
