import { expect, it } from "vitest";
import { guessMeanings, piecesOf } from "@/app/(members)/contacts/_components/map-columns";
import { MAX_IMPORT_ROWS } from "@/lib/contracts/base/values";
import type { ImportProblems } from "@/lib/contracts/members/contacts/contact-imports";
import { db } from "@/lib/db/client";
import { lookAtFile, rowsBelowTitles } from "@/lib/parsing/files/read-file";
import { begun, miscounted, previewed, saved } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: stage } = handlersOf("/api/members/contacts/import/rows");

useTestDatabase();

/** One row in this many has no number. */
const WRONG_EVERY = 1_000;

const row = (place: number) =>
  place % WRONG_EVERY === WRONG_EVERY - 1
    ? `nobody,"Person ${place}",Nelson\r\n`
    : `021${5_000_000 + place},"Person, ${place}",Whakatāne\r\n`;

it("a file of 100,000 rows is imported as it is read, with its errors by line", async () => {
  const own = await testAccount();
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, place) => row(place));
  const file = new Blob(["Mobile,Name,City\r\n", ...rows]);
  const looked = await lookAtFile(file);
  expect(looked.count).toBe(MAX_IMPORT_ROWS);
  const meanings = guessMeanings(looked.columns, [], looked.numbers);
  const id = await begun(own, { fields: ["City"], list: "Everybody" });
  const wrong: number[] = [];
  let chunk = 0;
  for await (const { lines, ...piece } of piecesOf(rowsBelowTitles(looked), meanings)) {
    const { status, body } = await ask<{ problems: ImportProblems }>(stage, own, {
      json: { id, chunk: chunk++, ...piece },
    });
    expect(status).toBe(200);
    wrong.push(...body.problems.map((problem) => lines[problem.row] ?? 0));
  }
  expect(wrong).toEqual(
    Array.from({ length: MAX_IMPORT_ROWS / WRONG_EVERY }, (_, place) => (place + 1) * WRONG_EVERY + 1),
  );
  const where = { accountId: own.accountId };
  expect(await db().prisma.contact.count({ where })).toBe(0);
  const added = MAX_IMPORT_ROWS - wrong.length;
  expect((await previewed(own, id)).body).toMatchObject({ added, skipped: wrong.length, fits: true });
  expect((await saved(own, { id, rows: MAX_IMPORT_ROWS })).body).toMatchObject({ added, updated: 0 });
  expect(await db().prisma.contact.count({ where })).toBe(added);
  expect(await db().prisma.contact.findFirst({ where: { ...where, msisdn: "64215000001" } })).toMatchObject({
    name: "Person, 1",
    fields: { city: "Whakatāne" },
  });
  expect(await miscounted()).toEqual([]);
});
