import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound } from "@/tests/support/inbound";

useTestDatabase({ each: true });

const NOON = new Date("2026-11-20T23:00:00Z");
const seconds = (count: number) => new Date(NOON.getTime() + count * 1_000);

const [before, after] = [randomUUID(), randomUUID()];

let carrierId: number;
beforeEach(async () => {
  ({ id: carrierId } = await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } }));
  await holds(before, seconds(15));
});

/** Gives the carrier's link to a process. */
async function holds(owner: string, lease: Date) {
  const key = { carrierId, number: 1 };
  await db().prisma.carrierLink.upsert({
    where: { carrierId_number: key },
    create: { ...key, owner, lease, state: "bound" },
    update: { owner, lease },
  });
}

/** Returns a message that a process with the link received, with a new reference. */
const taken = (body: string, owner: string) =>
  carrierInbound({ body, origin: { hash: Buffer.from(body.padEnd(32)), owner } });

const take = (body: string, owner: string, at: Date) => receive(db(), "north", [taken(body, owner)], at);
const stored = () => db().prisma.inboundMessage.count();

describe("60: a message that the network repeats", () => {
  it("is one where the process ended that took it, and two where a person sends it twice", async () => {
    await take("YES", before, NOON);
    await take("YES", before, seconds(1));
    expect(await stored()).toBe(2);
    await holds(after, seconds(45));
    await take("YES", after, seconds(30));
    expect(await stored()).toBe(2);
    await take("YES", after, seconds(31));
    expect(await stored()).toBe(3);
  });

  it("is one where its process's lease has ended, and nobody has taken the link over", async () => {
    await take("YES", before, NOON);
    await take("YES", after, seconds(15));
    expect(await stored()).toBe(1);
  });

  it("is another while that process holds a link, after five minutes, and of another carrier", async () => {
    await take("YES", before, NOON);
    await take("YES", after, seconds(14));
    expect(await stored()).toBe(2);
    await holds(before, NOON);
    await take("NO", before, seconds(20));
    await take("NO", after, seconds(320));
    expect(await stored()).toBe(4);
    await take("OK", before, seconds(400));
    await receive(db(), "south", [taken("OK", after)], seconds(401));
    expect(await stored()).toBe(6);
  });

  it("is one also in a batch with others, and when two take it at once", async () => {
    await take("YES", before, NOON);
    await holds(after, seconds(60));
    const batch = [taken("YES", after), taken("NO", after), taken("NO", after)];
    await receive(db(), "north", batch, seconds(20));
    expect(await stored()).toBe(3);
    for (let round = 0; round < 10; round++) {
      const words = Array.from({ length: 20 }, (_, index) => `${round} ${index}`);
      await receive(
        db(),
        "north",
        words.map((word) => taken(word, before)),
        seconds(21),
      );
      const again = [words, words.toReversed()].map((given) => given.map((word) => taken(word, after)));
      await Promise.all(again.map((given) => receive(db(), "north", given, seconds(22))));
    }
    // If one process receives it twice at once, one copy counts as the repetition, and the other as the person's
    // second message.
    expect(await stored()).toBe(3 + 10 * 40);
  });
});
