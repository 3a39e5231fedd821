import { describe, expect, it } from "vitest";
import { prunedWrite, unplaced } from "@/tests/support/database/placed-statements";

describe("a statement that fails in a cell on a node", () => {
  it.each([
    ["changes queue twice", "with a as (delete from queue returning id) insert into queue select id from a"],
    ["changes queue twice", "with a as (update queue q set n = 1) , b as (Delete From queue) select 1"],
    ["names a schema, which is not every cell's", "select 1 from public.queue"],
    ["reads a column of tables that views lack", "insert into queue values (1) returning xmax = 0"],
  ])("%s", (why, text) => expect(unplaced(text)).toBe(why));

  it.each([
    [
      "changes each table once",
      "with a as (insert into queue values (1)), b as (update other set n = 1) select 1",
    ],
    [
      "updates what is there already",
      "insert into queue as q values (1) on conflict (id) do update set n = q.n",
    ],
    [
      "locks rows",
      "with a as (select 1 from queue for update), b as (select 1 from queue for no key update of q) update queue set n = 1",
    ],
    [
      "has it in a comment or a text",
      "-- update queue set n = 1\nupdate queue set n = 'delete from queue', m = 'it''s xmax'",
    ],
  ])("is none that %s", (_, text) => expect(unplaced(text)).toBeNull());
});

describe("a statement that looks in months while the planner leaves some out", () => {
  it.each([
    "with a as (delete from queue returning id) update messages m set n = 1 from a where m.id = a.id",
    "select u.id from queue u cross join lateral (select * from messages where id = u.id) m for update of u",
    "with a as (select 1 from queue for no key update) select 1 from a join carrier_submissions s on s.message_id = a.id",
  ])("and writes is refused: %s", (text) => expect(prunedWrite(text)).not.toBeNull());

  it.each([
    "select * from messages where id = $1",
    "with a as (select 'for update ' as text) select * from messages join a on true",
    "with a as (select 1 from queue for update) update accounts set n = 1 from a",
    "update messages set status = 'FAILED' where id = $1",
  ])("is taken: %s", (text) => expect(prunedWrite(text)).toBeNull());
});
