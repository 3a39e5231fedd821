import { describe, expect, it } from "vitest";
import { unclustered } from "@/tests/support/database/clustered";

describe("a statement that a cluster would refuse", () => {
  it.each([
    ["changes queue twice", "with a as (delete from queue returning id) insert into queue select id from a"],
    ["changes queue twice", "with a as (update queue q set n = 1) , b as (Delete From queue) select 1"],
    ["changes a table beside a recursion", "with recursive r as (select 1) update queue set n = 1 from r"],
    ["locks by a number instead of a row", "select pg_try_advisory_xact_lock($1)"],
    ["reads xmax, which no other node knows", "insert into queue values (1) returning xmax = 0"],
  ])("%s", (why, text) => expect(unclustered(text)).toBe(why));

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
    ["changes nothing beside a recursion", "with recursive r as (select 1) select * from r"],
    [
      "has it in a comment or a text",
      "-- update queue set n = 1\nupdate queue set n = 'delete from queue', m = 'it''s xmax'",
    ],
  ])("is none that %s", (_, text) => expect(unclustered(text)).toBeNull());
});
