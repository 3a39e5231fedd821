import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { assistant, dataFolder, keySettings, person } from "@/tests/support/mcp/assistant";
import { gatewayUrl, HELLO, keyed, useGateway } from "@/tests/support/mcp/gateway";
import { books, messagesOf } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useGateway();

describe("the daily limit", () => {
  it("holds over calls, restarts and other processes, and says what is left", async () => {
    const { accountId, settings } = await keyed();
    const own = { ...settings, MCP_DAILY_LIMIT: "0.23" };
    const someone = person();
    for (let sends = 0; sends < 2; sends++) {
      const { call } = await assistant(own, { person: someone });
      expect((await call("send_message", HELLO)).isError).toBe(false);
    }
    const { call } = await assistant(own, { person: someone });
    const refused = await call("send_message", HELLO);
    expect(refused.text).toBe(
      "daily_limit_reached: This would cost NZ$0.115, but only NZ$0.00 of the daily limit of NZ$0.23 is left today (NZ time). Nothing was sent or billed. A person can raise MCP_DAILY_LIMIT; otherwise wait until tomorrow.",
    );
    expect(someone.questions).toHaveLength(2);
    expect((await call("preview_message", HELLO)).text).toContain("daily_limit_reached");
    expect((await call("balance")).value).toEqual({
      balance: toDecimal((await books(accountId)).balance),
      currency: "NZD",
      dailyLimit: "0.23",
      spentToday: "0.23",
      leftToday: "0.00",
    });
    expect(await messagesOf(accountId)).toHaveLength(2);
  });

  it("counts one key's sends alone, and yesterday's no more", async () => {
    const { accountId, settings } = await keyed();
    const other = await keySettings(accountId, gatewayUrl());
    const sender = await assistant(other, { person: person() });
    await sender.call("send_message", HELLO);
    const { call } = await assistant(settings, { person: person() });
    expect((await call("balance")).value).toMatchObject({ spentToday: "0.00" });
    await call("send_message", HELLO);
    expect((await call("balance")).value).toMatchObject({ spentToday: "0.115" });
    await db().prisma.billingDay.updateMany({ where: { accountId }, data: { day: new Date("2026-11-01") } });
    expect((await call("balance")).value).toMatchObject({ spentToday: "0.00" });
  });

  it("lets calls of the same moment have the rest once", async () => {
    const { accountId, settings } = await keyed();
    const { call } = await assistant({ ...settings, MCP_DAILY_LIMIT: "0.2" });
    const previews = [{ body: "One" }, { body: "Two" }, { body: "Three" }];
    const confirmed = await Promise.all(
      previews.map(async ({ body }) => {
        const message = { ...HELLO, body };
        return { ...message, confirmation: (await call("preview_message", message)).value.confirmation };
      }),
    );
    const sent = await Promise.all(confirmed.map((message) => call("send_message", message)));
    expect(sent.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(await messagesOf(accountId)).toHaveLength(1);
  });

  it("counts lookups, which the gateway reports nowhere, over a restart", async () => {
    const { accountId, settings } = await keyed();
    const own = { ...settings, MCP_DAILY_LIMIT: "0.0115" };
    const dataDir = dataFolder();
    for (let lookups = 0; lookups < 2; lookups++) {
      const { call } = await assistant(own, { dataDir });
      const asked = await call("number_lookup", { number: "021 123 4567" });
      expect(asked.value).toMatchObject({ status: "confirmation_required", price: "0.00575" });
      const { confirmation } = asked.value;
      const found = await call("number_lookup", { number: "021 123 4567", confirmation });
      expect(found.value).toMatchObject({ status: "done", number: MOBILE, current_network: "One NZ" });
      const again = await call("number_lookup", { number: "021 123 4567", confirmation });
      expect(again.text).toContain("was used already");
    }
    const { call } = await assistant(own, { dataDir });
    expect((await call("number_lookup", { number: MOBILE })).text).toContain("daily_limit_reached");
    expect((await call("preview_message", HELLO)).text).toContain("daily_limit_reached");
    expect((await books(accountId)).balance).toBe(10_000_000n - 2n * 5_750n);
  });

  it("does not count a lookup that was free", async () => {
    const { settings } = await keyed();
    const { call } = await assistant(settings, { person: person() });
    const refused = await call("number_lookup", { number: "0311234567" });
    expect(refused.text).toContain("invalid_number: Invalid number: ");
    expect((await call("balance")).value).toMatchObject({ spentToday: "0.00" });
  });
});
