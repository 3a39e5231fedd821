import { expect, test } from "vitest";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const to = (carrier: string) => [{ carrier }];

test("hours and words of a route are as its table allows them", async () => {
  const add = (data: object) => db().prisma.route.create({ data: { position: 1, ...data } });
  for (const data of [
    { hours: "Mo 09:00-17:00" },
    { zone: "UTC" },
    { hours: "always", zone: "UTC" },
    { hours: "Mo 9-17", zone: "UTC" },
    { hours: "Mo 09:00-17:00", zone: "" },
  ])
    await expect(add(data), JSON.stringify(data)).rejects.toThrow(/routes_hours_check/);
  for (const data of [{ begins: "" }, { words: Array.from({ length: 51 }, () => "a") }])
    await expect(add(data), JSON.stringify(data)).rejects.toThrow(/routes_words_check/);
  await add({ hours: "Mo,We-Fr 09:00-24:00; Sa,Su 22:00-06:00", zone: "UTC", words: ["a"], begins: "b" });
});

test.each([
  ["hours that are none", { routes: [{ hours: "Mo-Fr 9-5pm", targets: to("simulator") }] }, "hours"],
  [
    "a zone that is none",
    { routes: [{ hours: "daily", zone: "Pacific/Aukland", targets: to("simulator") }] },
    "must be a time zone such as Pacific/Auckland",
  ],
  ["a zone without hours", { routes: [{ zone: "UTC", targets: to("simulator") }] }, "needs hours"],
  ["no word", { routes: [{ words: [], targets: to("simulator") }] }, "must have a word"],
  ["a word of marks", { routes: [{ words: ["!?"], targets: to("simulator") }] }, "letters or digits"],
  ["too many words", { routes: [{ words: Array(51).fill("a"), targets: to("simulator") }] }, "words"],
  ["a long word", { routes: [{ begins: "a".repeat(61), targets: to("simulator") }] }, "begins"],
])("a route is refused with %s", async (_, file, problem) => {
  const replaced = db().transaction((tx) => replaceRoutes(tx, file));
  await expect(replaced).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining(problem),
  });
});
