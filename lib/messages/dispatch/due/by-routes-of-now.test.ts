import { beforeEach, describe, expect, it } from "vitest";
import { loadRoutes } from "@/lib/carriers/route-table";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { routeItems } from "@/lib/messages/send/routing/route-items";
import { loadNetworks } from "@/lib/numbers/network";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, sendFrom } from "@/tests/support/server/send";

useTestDatabase({ each: true });

const NIGHT = new Date("2026-11-22T19:00:00Z");
const DAY = new Date("2026-11-22T20:00:00Z");
const given = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "secret", tps: 10 };

let north: number;
let south: number;
beforeEach(async () => {
  const setup = { authSecret: TEST_SECRET, hasServer: true };
  ({ id: north } = await addCarrier(db(), { name: "north", kind: "smpp", given }, setup));
  ({ id: south } = await addCarrier(db(), { name: "south", kind: "smpp", given }, setup));
  await lead(
    { hours: "Mo-Fr 09:00-17:00", targets: [{ carrier: "north" }] },
    { targets: [{ carrier: "south" }] },
  );
});

async function lead(...routes: object[]): Promise<void> {
  const senders = { north: ["552"], south: ["552"] };
  await db().transaction((tx) => replaceRoutes(tx, { senders, routes }));
  loadRoutes.forget(db());
}

const REQUEST = { accountId: 1, sender: "552", sendType: "sms", messageClass: "transactional" } as const;

async function chosen(message: { at?: Date; text?: string }): Promise<number> {
  const recipients = { msisdns: [MOBILE], networks: await loadNetworks(db(), NIGHT), outdated: null };
  const { carrierOf } = await routeItems(db(), REQUEST, recipients, NIGHT);
  return carrierOf(MOBILE, message);
}

const idOf = (name: string) => (name === "north" ? north : south);

/** Returns the messages that a carrier is handed at an instant, of one that was accepted for it and is due then. */
async function handedAt(name: string, at: Date, carrierId: number) {
  const { accountId } = await testAccount();
  await accept(
    db(),
    [testSubmission(accountId, { items: [testItem({ dueAt: at, carrierId })] })],
    NIGHT,
    () => "",
  );
  const taken: string[] = [];
  const carrier = carrierNamed(name, 100, async (batch) => {
    taken.push(...batch.map(({ id }) => id));
    return batch.map(({ id }) => takenAs(id, `ref-${id}`));
  });
  await dispatch(db(), { ...carrier, id: idOf(name), isIdempotent: false }, at, BY_DAY);
  const [row] = await db().prisma.queuedMessage.findMany({ where: { accountId } });
  const [message] = await messagesOf(accountId);
  return {
    taken: taken.length,
    carrierId: row?.carrierId,
    attempts: row?.attempts,
    status: message?.status,
    at: row?.dueAt,
  };
}

describe("a route with hours", () => {
  it("takes at acceptance what is due within them", async () => {
    expect(await chosen({})).toBe(south);
    expect(await chosen({ at: DAY })).toBe(north);
    expect(await chosen({ at: new Date(DAY.getTime() - 1) })).toBe(south);
  });

  it("takes a message that is due within them, whichever network it was accepted for", async () => {
    expect(await handedAt("south", DAY, south)).toEqual({
      taken: 0,
      carrierId: north,
      attempts: 0,
      status: "PENDING",
      at: DAY,
    });
    const { taken } = await handedAt("south", NIGHT, south);
    expect(taken).toBe(1);
  });

  it("has what is due at another hour go by the next route", async () => {
    expect(await handedAt("north", NIGHT, north)).toMatchObject({ taken: 0, carrierId: south });
    expect(await handedAt("north", DAY, north)).toMatchObject({ taken: 1, carrierId: north });
  });

  it("leaves a message with its network when no other route is open", async () => {
    await lead({ hours: "Mo-Fr 09:00-17:00", targets: [{ carrier: "north" }] });
    expect(await handedAt("north", NIGHT, north)).toMatchObject({ taken: 1 });
    await expect(chosen({})).rejects.toMatchObject({ code: "no_route" });
  });

  it("leaves a message with its network when the open route leads there too", async () => {
    await lead(
      { hours: "Mo-Fr 09:00-17:00", targets: [{ carrier: "north" }, { carrier: "south", tier: 1 }] },
      { targets: [{ carrier: "south" }] },
    );
    expect(await handedAt("south", DAY, south)).toMatchObject({ taken: 1 });
  });

  it("leaves a message that its network was given before", async () => {
    const { accountId } = await testAccount();
    const items = [testItem({ dueAt: NIGHT, carrierId: south })];
    await accept(db(), [testSubmission(accountId, { items })], NIGHT, () => "");
    const answer = (outcome: "later" | "accepted") =>
      carrierNamed("south", 100, async (batch) =>
        batch.map(({ id }) =>
          outcome === "accepted"
            ? takenAs(id, "1")
            : { id, outcome, code: "0x58", afterMs: 1_800_000, counts: true },
        ),
      );
    const terms = { id: south, isIdempotent: false };
    await dispatch(db(), { ...answer("later"), ...terms }, NIGHT, BY_DAY);
    expect(await dispatch(db(), { ...answer("accepted"), ...terms }, DAY, BY_DAY)).toMatchObject({
      submitted: 1,
    });
  });
});

describe("a route with words", () => {
  beforeEach(() =>
    lead({ words: ["PIN"], targets: [{ carrier: "north" }] }, { targets: [{ carrier: "south" }] }),
  );

  it("takes the texts that have one", async () => {
    expect(await chosen({ text: "Your pin: 1" })).toBe(north);
    expect(await chosen({ text: "Spinning" })).toBe(south);
  });

  it("is chosen by the text that is sent", async () => {
    const own = await testAccount();
    for (const body of ["Your PIN is 1", "Kia ora"]) expect((await sendFrom(own, { body })).status).toBe(200);
    const rows = await db().prisma.queuedMessage.findMany({
      where: { accountId: own.accountId },
      orderBy: { messageId: "asc" },
    });
    expect(rows.map(({ carrierId }) => carrierId)).toEqual([north, south]);
  });
});
