import { describe, expect, it } from "vitest";
import { prunedWrite, unclustered } from "@/tests/support/database/clustered";

describe("a statement that a cluster would refuse", () => {
  it.each([
    ["changes queue twice", "with a as (delete from queue returning id) insert into queue select id from a"],
    ["changes queue twice", "with a as (update queue q set n = 1) , b as (Delete From queue) select 1"],
    ["changes a table beside a recursion", "with recursive r as (select 1) update queue set n = 1 from r"],
    ["locks by a number instead of a row", "select pg_try_advisory_xact_lock($1)"],
    ["sets by a function what no other node is told", "select set_config('lock_timeout', '1s', true)"],
    [
      "changes rows by clock_timestamp, which differs from node to node",
      "with a as (update queue set at = clock_timestamp() where id = any($1) returning id) select 1 from a",
    ],
    [
      "changes rows by random, which differs from node to node",
      "delete from queue where id in (select id from other where n < random())",
    ],
    [
      "changes rows by to_jsonb, which differs from node to node",
      "update queue q set kept = to_jsonb(q.at) where id = $1",
    ],
    [
      "asks for a value of an insert by a query",
      "insert into queue (id, n) values ($1, (select n from other where id = $1))",
    ],
    ["names a schema, which is not every cell's", "select 1 from public.queue"],
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
    [
      "reads by a volatile function beside a change",
      "with a as (select random() as n), b as (update queue set n = 1 from (select n from a) x) select gen_random_uuid()",
    ],
    [
      "adds by a volatile function, or by a query",
      "insert into queue (id, at) values (gen_random_uuid(), clock_timestamp()) on conflict (id) do update set n = (select 1)",
    ],
    ["changes nothing beside a recursion", "with recursive r as (select 1) select * from r"],
    [
      "has it in a comment or a text",
      "-- update queue set n = 1\nupdate queue set n = 'delete from queue', m = 'it''s xmax'",
    ],
  ])("is none that %s", (_, text) => expect(unclustered(text)).toBeNull());
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
