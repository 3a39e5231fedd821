import { describe, expect, test } from "vitest";
import { countZeroless, noZeros, readNumberCell } from "@/lib/sms/numbers/number-cell";

/** Cells of a file, each with its number or its problem before the question about zeros is answered. */
const CELLS: readonly (readonly [cell: string, expected: string])[] = [
  // Forms of mobiles in New Zealand.
  ["0215550101", "64215550101"],
  ["021 555 0101", "64215550101"],
  ["021-555-0101", "64215550101"],
  ["021.555.0101", "64215550101"],
  ["(021) 555 0101", "64215550101"],
  ["021/555-0101", "64215550101"],
  ["021 5550 101", "64215550101"],
  ["021\u00a0555\u00a00101", "64215550101"],
  ["021\u2009555\u202f0101", "64215550101"],
  ["021\u2011555\u20110101", "64215550101"],
  ["021 555 010", "6421555010"],
  ["02102345678", "642102345678"],
  // With a country code.
  ["64215550105", "64215550105"],
  ["+64 21 555 0105", "64215550105"],
  ["+64 (0)21 555 0105", "64215550105"],
  ["+64 021 555 0105", "64215550105"],
  ["640215550105", "64215550105"],
  ["0064 21 555 0105", "64215550105"],
  ["(+64) 21 555 0105", "64215550105"],
  ["+61 412 345 678", "61412345678"],
  ["61412345678", "61412345678"],
  ["+1 (415) 555-2671", "14155552671"],
  ["\uff0b64\u3000\uff12\uff11\u3000\uff15\uff15\uff15\u3000\uff10\uff11\uff10\uff15", "64215550105"],
  ["\uff10\uff12\uff11\uff15\uff15\uff15\uff10\uff11\uff10\uff11", "64215550101"],
  // Forms that spreadsheets and programs write.
  ["'+64 21 555 0105", "64215550105"],
  ["'0215550107", "64215550107"],
  ["\u2019021 555 0107", "64215550107"],
  ['="0215550107"', "64215550107"],
  ["=+64215550107", "64215550107"],
  ['"021 555 0107"', "64215550107"],
  ["\u201c021 555 0107\u201d", "64215550107"],
  ["64215550109.0", "64215550109"],
  ["64215550109.00", "64215550109"],
  ["64215550109,0", "64215550109"],
  ["0215550109.0", "64215550109"],
  ["6.4215550109E+10", "64215550109"],
  ["6.42E+10", "rounded"],
  ["6,42E+10", "rounded"],
  ["6.42155501E+10", "rounded"],
  ["2.1555E+08", "rounded"],
  ["6.42e10", "rounded"],
  ["'6.42E+10", "rounded"],
  ["\u202a+64 21 555 0105\u202c", "64215550105"],
  ["\u200e021 555 0105", "64215550105"],
  ["\ufeff021 555 0105", "64215550105"],
  ["0\u00ad21 555\u200b0105", "64215550105"],
  ["021\t555\t0105", "64215550105"],
  // Forms without the zero, while the question is unanswered.
  ["275550100", "missing-zero"],
  ["27 555 0100", "missing-zero"],
  ["27-555-0100", "missing-zero"],
  ["(27) 555 0100", "missing-zero"],
  ["275550100.0", "missing-zero"],
  ["2.755501E+08", "rounded"],
  ["2.75550100E+08", "missing-zero"],
  ["'275550100", "missing-zero"],
  ["2102345678", "missing-zero"],
  ["21555010", "missing-zero"],
  ["mobile: 27 555 0100", "missing-zero"],
  ["+27 82 123 4567", "27821234567"],
  ["27821234567", "27821234567"],
  // Labels, remarks, addresses, extensions.
  ["tel:+64-21-555-0105", "64215550105"],
  ["tel:021-555-0105;ext=12", "64215550105"],
  ["sms:+64215550105", "64215550105"],
  ["mobile: 021 555 0105", "64215550105"],
  ["Mob. 021 555 0105", "64215550105"],
  ["M 021 555 0105", "64215550105"],
  ["Mobile phone - 021 555 0105", "64215550105"],
  ["021 555 0105 (mobile)", "64215550105"],
  ["021 555 0105 (Anna\u2019s mum)", "64215550105"],
  ["021 555 0105 mob", "64215550105"],
  ["021 555 0105 work", "64215550105"],
  ["\u2022 021 555 0105", "64215550105"],
  ["- 021 555 0105", "64215550105"],
  ["021 555 0105.", "64215550105"],
  ["021 555 0105 ext 4", "64215550105"],
  ["021 555 0105 x4", "64215550105"],
  ["09 555 0102 ext. 12", "cannot-receive"],
  // Several numbers.
  ["021 555 0101 / 09 555 0102", "64215550101"],
  ["021 555 0101/09 555 0102", "64215550101"],
  ["09 555 0102, 021 555 0101", "64215550101"],
  ["+64 21 555 0101 ::: +64 9 555 0102", "64215550101"],
  ["021 555 0101 ::: +64215550101", "64215550101"],
  ["021 555 0101\n09 555 0102", "64215550101"],
  ["w: 09 555 0102 m: 021 555 0101", "64215550101"],
  ["h 09 555 0102, m 021 555 0101", "64215550101"],
  ["021 555 0101 or 09 555 0102", "64215550101"],
  ["021 555 0101 / 022 555 0102", "several-numbers"],
  ["+64215550101 ::: +64225550102", "several-numbers"],
  ["021 555 0101 & 022 555 0102", "several-numbers"],
  ["021 555 0101 / 275550100", "missing-zero"],
  // Numbers that receive no text.
  ["09 555 0102", "cannot-receive"],
  ["+64 9 555 0102", "cannot-receive"],
  ["0800 123 456", "cannot-receive"],
  ["6495550102", "cannot-receive"],
  // Texts that are no numbers.
  ["", "not-a-number"],
  ["   ", "not-a-number"],
  ["nobody", "not-a-number"],
  ["n/a", "not-a-number"],
  ["-", "not-a-number"],
  ["#N/A", "not-a-number"],
  ["########", "not-a-number"],
  ["-64215550109", "not-a-number"],
  ["\u221264215550109", "not-a-number"],
  ["64215550109.5", "not-a-number"],
  ["215550109,25", "not-a-number"],
  ["12/03/2026", "not-a-number"],
  ["2026-03-12", "not-a-number"],
  ["2026-03-12 10:00:00", "not-a-number"],
  ["2026-03-12T10:00:00Z", "not-a-number"],
  ["12.03.2026", "not-a-number"],
  ["20260312", "cannot-receive"],
  ["$1,250.00", "not-a-number"],
  ["1010", "not-a-number"],
  ["02-0500-0123456-000", "not-a-number"],
  ["02-0500-0123456-00", "not-a-number"],
  ["a@b.nz", "not-a-number"],
  ["Order 0215550101 for Anna", "not-a-number"],
  ["\u0000", "not-a-number"],
  ["0".repeat(400), "not-a-number"],
  ["49-091-850", "cannot-receive"],
  ["1767225600", "cannot-receive"],
];

const told = (reading: ReturnType<typeof readNumberCell>) =>
  "msisdn" in reading ? reading.msisdn : reading.problem;

describe("the number of a cell", () => {
  test.each(CELLS)("%j is %s", (cell, expected) => {
    expect(told(readNumberCell(cell))).toBe(expected);
    expect(countZeroless(cell, noZeros())).toBe(expected.startsWith("missing-zero"));
    // An answer about zeros changes no other number.
    if (expected !== "missing-zero")
      for (const answer of ["new-zealand", "as-written"] as const)
        expect(told(readNumberCell(cell, answer))).toBe(expected);
  });

  test.each([
    ["275550100", "64275550100", "275550100"],
    ["27 555 0100", "64275550100", "275550100"],
    ["2102345678", "642102345678", "cannot-receive"],
    ["mob 275550100.0", "64275550100", "275550100"],
    ["2203012345", "642203012345", "2203012345"],
    ["021 555 0101 / 275550100", "several-numbers", "several-numbers"],
  ])("%j is %s where zeros are missing, and %s as it stands", (cell, restored, asWritten) => {
    expect(told(readNumberCell(cell, "new-zealand"))).toBe(restored);
    expect(told(readNumberCell(cell, "as-written"))).toBe(asWritten);
    const zeros = noZeros();
    countZeroless(cell, zeros);
    expect(zeros).toEqual({ count: 1, first: cell, restored: /^\d+$/.test(restored) ? restored : "" });
  });
});
