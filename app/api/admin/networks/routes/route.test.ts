import { beforeEach, describe, expect, it } from "vitest";
import { explainRoute, listRoutes } from "@/lib/contracts/admin/network-routes";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: explain } = handlersOf("/api/admin/networks/routes/explain");
const { POST: replace, GET: routes } = handlersOf("/api/admin/networks/routes");

useTestDatabase({ each: true });

let boss: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
});

const administer = (handler: Handler, json: object) => ask(handler, boss, { json });
const file = (contents: object) => administer(replace, { file: JSON.stringify(contents) });
const lines = async () => (await db().prisma.activity.findMany()).map(({ details }) => details);

describe("routes", () => {
  it("are listed in order, and replaced as a whole with the command's refusals", async () => {
    await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
    const contents = {
      senders: { north: [{ sender: "2190", zeroRated: true }, "552"] },
      routes: [
        {
          prefix: "64",
          byCost: false,
          targets: [{ carrier: "north", tier: 0, weight: 3, cost: "0.021" }],
        },
        { byCost: false, targets: [{ carrier: "simulator", tier: 0, weight: 1 }] },
      ],
      blocked: ["882"],
      errors: { http: { "HTTP 404": { action: "later", afterMs: 500 } } },
    };
    expect(await file(contents)).toMatchObject({ status: 200 });
    const listed = await ask(routes, boss, { query: {} });
    expect(listed.body).toEqual(contents);
    expect(listed.body).toEqual(listRoutes.response.parse(listed.body));
    expect(await lines()).toContainEqual({ routes: 2 });
    for (const [wrong, error] of [
      ['{"routes":[{"targets":[{"carrier":"west"}]}]}', "Route 1: there is no carrier west."],
      ["{", "JSON"],
      ["[]", "object"],
    ])
      expect(await administer(replace, { file: wrong })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(error as string) },
      });
    expect((await ask(routes, boss, { query: {} })).body).toEqual(contents);
  });

  it("have a warning beside what costs more than it bills, which is no part of the list that is saved", async () => {
    await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
    const list = (cost: string) => ({
      senders: { north: ["552"] },
      routes: [
        { sender: "552", byCost: false, targets: [{ carrier: "north", tier: 0, weight: 1, cost }] },
        {
          prefix: "64",
          byCost: false,
          targets: [{ carrier: "simulator", tier: 0, weight: 1, cost: "0.50" }],
        },
      ],
      blocked: [],
      errors: {},
    });
    expect(await file(list("0.01"))).toMatchObject({ status: 200 });
    const loss = (carrier: string, cost: string) =>
      expect.stringContaining(`${carrier} charges $${cost} a part`);
    const { body } = await ask(routes, boss, { query: {} });
    expect(body).toEqual({ ...list("0.01"), warnings: [{ route: 2, warning: loss("simulator", "0.50") }] });
    expect(body).toEqual(listRoutes.response.parse(body));
    expect(await file({ ...list("0.01"), warnings: [] })).toMatchObject({ status: 400 });
    const { accountId: id } = await testAccount();
    await db().prisma.account.update({ where: { id }, data: { standardRateMicros: 5_000n } });
    expect((await ask(routes, boss, { query: {} })).body).toMatchObject({
      warnings: [
        { route: 1, warning: loss("north", "0.01") },
        { route: 2, warning: expect.stringContaining("are billed at $0.005.") },
      ],
    });
  });

  it("are replaced by one at a time", async () => {
    const one = { routes: [{ prefix: "64", targets: [{ carrier: "simulator" }] }] };
    await Promise.all(Array.from({ length: 8 }, () => file(one)));
    expect(await db().prisma.route.count()).toBe(1);
  });

  it("say which way a message would go, and why", async () => {
    const asked = async (query: Record<string, string>) => {
      const { body } = await ask(explain, boss, { query: { to: "021 123 4567", sender: "552", ...query } });
      return body;
    };
    const answer = await asked({});
    expect(answer).toEqual(explainRoute.response.parse(answer));
    expect(answer).toMatchObject({ route: 1, carrier: "simulator", network: "53001" });
    expect(await asked({ to: "nobody" })).toMatchObject({ error: expect.stringContaining("nobody") });
    expect(await asked({ sendType: "pigeon" })).toMatchObject({ code: "invalid_parameter" });
  });
});
