import { describe, expect, it } from "vitest";
import { hashedExists } from "@/tests/support/database/hashed-exists";

const IN = "exists (select from messages m where m.id = u.id)";
const ONE_BY_ONE = "exists (select from messages m where m.id = u.id offset 0)";

describe("an exists for which PostgreSQL may read all of a long table", () => {
  it.each([
    `select u.id, ${IN} as has from queue u`,
    `select u.parts > 1 and not ${IN} as has from queue u where u.id = $1`,
    `select 1 from queue u where u.id = $1 and (u.n = 1 or ${IN})`,
    `select 1 from queue u where u.id = $1 and not (u.n = 1 and ${IN})`,
    `select 1 from queue u where coalesce(${IN}, false)`,
    `select 1 from queue u where case when ${IN} then true end`,
    `select count(*) filter (where ${IN}) from queue u`,
    `select 1 from queue u left join other o on ${IN}`,
    `update queue u set has = ${IN} where u.id = $1`,
    `select 1 from queue u where ${ONE_BY_ONE} order by ${IN}`,
    "select exists (select from other o join contacts c using (id) where c.id = u.id) from queue u",
  ])("is refused: %s", (text) =>
    expect(hashedExists(text)).toMatch(/^may read all of a table .*\((from|join) /),
  );

  it.each([
    `select 1 from queue u where u.n between 1 and 2 and not ${IN}`,
    `delete from queue u where (u.n = 1 and ((${IN})))`,
    `with a as (select 1 from queue u where not ${IN} and u.id in (select id from other)) select * from a`,
    `select u.id, ${ONE_BY_ONE} as has from queue u`,
    `select u.id, 'or ${IN}' as text from queue u`,
    "select exists (select from few f where f.id = u.id) from queue u",
  ])("is taken: %s", (text) => expect(hashedExists(text)).toBeNull());
});
