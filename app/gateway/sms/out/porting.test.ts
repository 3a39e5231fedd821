import { beforeAll, describe, expect, it } from "vitest";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/gateway/send";
import { receive } from "@/lib/inbound/receive";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();

const [PORTED, RETURNED] = ["64211230001", "64211230002"];

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  await accountsDb().prisma.portedNumber.createMany({
    data: [
      { msisdn: PORTED, networkCode: "53005", portedAt: NOON },
      { msisdn: RETURNED, networkCode: "53001", portedAt: NOON },
    ],
  });
});

const spark = { route: "Spark", porting: { ported: true, carrier: "Spark", source: "portability" } };
const oneNz = { route: "One NZ", porting: { ported: false, carrier: "One NZ", source: "prefix" } };

describe("the network of a number that was issued by One NZ", () => {
  it("is the one that has taken it over, in a send, in a list and in the sandbox", async () => {
    expect((await sendFrom(account, { to: PORTED })).body).toMatchObject(spark);
    const to = [MOBILE, PORTED, "bad", RETURNED, PORTED];
    for (const sandbox of [false, true]) {
      const { body } = await sendFrom<BulkSendResponse>(account, { to, sandbox });
      expect(body.messages).toMatchObject([oneNz, spark, { success: false }, oneNz, spark]);
    }
  });

  it("is its own again where the number has come back, and is not told of other countries", async () => {
    expect((await sendFrom(account, { to: RETURNED })).body).toMatchObject(oneNz);
    const { body } = await sendFrom<SendResponse>(account, { to: "61412345678" });
    expect(body).not.toHaveProperty("route");
    expect(body).not.toHaveProperty("porting");
  });

  it("is the one that has taken it over, when it writes and the carrier does not say", async () => {
    const message = { from: PORTED, to: "552", body: "Hi", encoding: "GSM-7", receivedAt: NOON } as const;
    await receive(accountsDb(), "test", [{ ...message, reference: "1", network: null }], NOON);
    expect(await accountsDb().prisma.inboundMessage.findFirst()).toMatchObject({ network: "Spark" });
  });
});
