import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LINK_STATES } from "@/lib/contracts/admin/networks";
import { MESSAGE_STATES } from "@/lib/contracts/base/values";
import { deliveryState } from "@/lib/contracts/members/webhooks";
import { FINAL_STATUSES } from "@/lib/sms/status";
import { ROOT } from "@/server/base/root";
import { type Drawing, drawingOf, endsOf, readDrawing } from "@/tests/support/house/drawings";
import { filesBelow } from "@/tests/support/house/folders";

const SCHEMA = readFileSync(path.join(ROOT, "prisma/schema.prisma"), "utf8");

const SOURCES = filesBelow(ROOT, "lib")
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => readFileSync(path.join(ROOT, file), "utf8"));

const DECLARATION = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm;

const DECLARED = new Set(SOURCES.flatMap((text) => [...text.matchAll(DECLARATION)].map(([, name]) => name)));

/** The names of the top-level functions and constants of lib with SQL that matches. */
function writersOf(sql: RegExp): string[] {
  const names = SOURCES.flatMap((text) =>
    [...text.matchAll(sql)].map(({ index }) => [...text.slice(0, index).matchAll(DECLARATION)].at(-1)?.[1]),
  );
  return [...new Set(names.map((name) => name ?? "SQL outside of a declaration"))].sort();
}

const functionsOf = ({ moves }: Drawing) => [...new Set(moves.flatMap(({ functions }) => functions))].sort();

/** The members of an enum of the database. */
function enumOf(name: string): string[] {
  const [, body = ""] = new RegExp(`^enum ${name} \\{\\n(.*?)\\n\\n`, "ms").exec(SCHEMA) ?? [];
  return body.split("\n").map((line) => line.trim());
}

/** The marks of a send: `cancelling` for the nullable column `cancellingSince`. */
function marksOfSends(): string[] {
  const [, body = ""] = /^model BulkSend \{\n(.*?)^\}/ms.exec(SCHEMA) ?? [];
  return [...body.matchAll(/^ {2}(\w+)Since +DateTime\?/gm)].map(([, name = ""]) => name);
}

const MACHINES = [
  {
    heading: "A message",
    states: [...MESSAGE_STATES, ...enumOf("DeliveryStatus")],
    ends: FINAL_STATUSES,
    writes:
      /insert into messages \(|update messages m set (?:status|held_hosts) =|update message_queue u set[^`;]{0,99}\bpaused_at =/g,
  },
  {
    heading: "A webhook delivery",
    states: [...deliveryState.options, ...enumOf("DeliveryState")],
    ends: [],
    writes: /(?:insert into|update) webhook_deliveries\b/g,
  },
  {
    heading: "A send",
    states: [...marksOfSends(), "open", "over"],
    ends: ["over"],
    writes: /(?:insert into|update) bulk_sends\b/g,
  },
  {
    heading: "A link",
    states: [...LINK_STATES, "unheld"],
    ends: [],
    writes: /(?:insert into|update) carrier_links\b/g,
  },
];

describe.each(MACHINES)("the drawing of: $heading", ({ heading, states, ends, writes }) => {
  const drawing = drawingOf(heading);

  it("has the states that the code declares", () => {
    expect(drawing.states).toEqual([...new Set(states)].sort());
  });

  it("ends in the final states, and leaves none of them", () => {
    expect(endsOf(drawing)).toEqual([...ends].sort());
    const left = drawing.moves.filter(({ from, to }) => to !== "[*]" && ends.some((end) => end === from));
    expect(left).toEqual([]);
  });

  it("names each statement that writes states, and only functions that exist", () => {
    const named = functionsOf(drawing);
    const writers = writersOf(writes);
    expect(writers.length).toBeGreaterThan(1);
    expect(named).toEqual(expect.arrayContaining(writers));
    expect(named.filter((name) => !DECLARED.has(name))).toEqual([]);
  });
});

it("no status is replaced by PENDING", () => {
  const shown = ["HELD", "NIGHT", "SCHEDULED", "PAUSED", "[*]"];
  const back = drawingOf("A message").moves.filter(
    ({ from, to }) => to === "PENDING" && !shown.includes(from),
  );
  expect(back).toEqual([]);
});

describe("the reader of drawings", () => {
  it("draws a move for each state of a box", () => {
    expect(readDrawing(['  state "A, B" as x', "  x --> c: one (f, g), two (h)"])).toEqual({
      states: ["A", "B", "c"],
      moves: ["A", "B"].map((from) => ({ from, to: "c", functions: ["f", "g", "h"] })),
    });
  });

  it("refuses a line that it cannot read", () => {
    expect(() => readDrawing(["  a -> b"])).toThrow("no move and no box:   a -> b");
  });
});
