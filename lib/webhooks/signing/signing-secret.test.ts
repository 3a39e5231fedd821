import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { OLDER_SECRET_MS, rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { readSigningSecrets } from "@/lib/webhooks/signing/signing-secrets";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** 12:00:00.250 in New Zealand. */
const NOW = new Date("2026-11-20T23:00:00.250Z");
const WEBHOOK_AUTH_SECRET = "what the secrets of the tests are encrypted under";
const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

async function newAccount() {
  const { accountId } = await testAccount();
  return {
    roll: (ms: number) =>
      db().transaction((tx) =>
        rollSigningSecret(tx, accountId, WEBHOOK_AUTH_SECRET, later(ms)),
      ) as Promise<string>,
    live: (ms: number) => readSigningSecrets(db(), accountId, WEBHOOK_AUTH_SECRET, later(ms)),
    accountId,
  };
}

describe("a signing secret that was rolled", () => {
  it("goes on signing for 24 hours behind the newer ones, also when there are two of those", async () => {
    const { roll, live } = await newAccount();
    const first = await roll(0);
    expect(await live(OLDER_SECRET_MS)).toEqual([first]);
    const second = await roll(HOUR_MS);
    const third = await roll(2 * HOUR_MS);
    expect(await live(2 * HOUR_MS)).toEqual([third, second, first]);
    expect(await live(HOUR_MS + OLDER_SECRET_MS - 1)).toEqual([third, second, first]);
    expect(await live(HOUR_MS + OLDER_SECRET_MS)).toEqual([third, second]);
    expect(await live(2 * HOUR_MS + OLDER_SECRET_MS)).toEqual([third]);
  });

  it("makes a fourth wait, which is told until when, and then takes its place", async () => {
    const { roll, live } = await newAccount();
    const secrets = [await roll(0), await roll(0), await roll(1)];
    const refused = await roll(HOUR_MS).then(
      () => null,
      (error) => error,
    );
    expect(refused).toBeInstanceOf(GatewayError);
    expect(refused).toMatchObject({
      code: "conflict",
      message: "Three signing secrets are valid. You can create a new one from 2026-11-22 12:00:01 NZ time.",
    });
    expect(await live(HOUR_MS)).toEqual(secrets.toReversed());
    const fourth = await roll(OLDER_SECRET_MS + 750);
    expect(await live(OLDER_SECRET_MS + 750)).toEqual([fourth, secrets[2]]);
  });

  it("counts although another is rolled at the same moment", async () => {
    const { accountId, roll, live } = await newAccount();
    const secrets = [await roll(0)];
    let both: Promise<string[]> = Promise.resolve([]);
    await db().transaction(async (tx) => {
      secrets.unshift((await rollSigningSecret(tx, accountId, WEBHOOK_AUTH_SECRET, later(1))) as string);
      both = Promise.allSettled([roll(2), roll(3)]).then((settled) =>
        settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
      );
      await someoneWaits();
    });
    const rolled = await both;
    expect(rolled).toHaveLength(1);
    expect(await live(3)).toEqual([...rolled, ...secrets]);
  });

  it("is not there for an account that is not", async () => {
    expect(
      await db().transaction((tx) => rollSigningSecret(tx, 2 ** 31 - 1, WEBHOOK_AUTH_SECRET, NOW)),
    ).toBeNull();
  });
});
