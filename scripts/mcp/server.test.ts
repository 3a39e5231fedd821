import { describe, expect, it } from "vitest";
import { Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { assistant, person } from "@/tests/support/mcp/assistant";
import { HELLO, keyed, PRICE_MICROS, useGateway } from "@/tests/support/mcp/gateway";
import { books, messagesOf } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useGateway();

describe("the tools", () => {
  it("are listed with what they do, and what they take and give", async () => {
    const { settings } = await keyed();
    const { client } = await assistant(settings);
    const { tools } = await client.listTools();
    const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]);
    expect(Object.fromEntries(hints)).toEqual({
      preview_message: true,
      send_message: false,
      cancel_message: false,
      message_status: true,
      explain_message: true,
      inbox: true,
      number_lookup: false,
      balance: true,
      billing: true,
    });
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description).toMatch(/\.$/);
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
    }
    // Models' own readers of schemas only support plain patterns.
    expect(JSON.stringify(tools)).not.toMatch(/\\\\[pP]\{|\(\?/);
    const send = tools.find(({ name }) => name === "send_message");
    expect(send?.annotations?.destructiveHint).toBe(true);
    expect(send?.description).toContain("ask");
    expect(client.getInstructions()).toContain("said yes");
  });
});

describe.each([
  ["an older client", false],
  ["a newer client", true],
])("a person whom %s asks", (_, isModern) => {
  it("sees recipients, price and text, says yes, and the message goes out once", async () => {
    const { accountId, settings } = await keyed();
    const someone = person();
    const { call, client } = await assistant(settings, { person: someone, isModern });
    expect(client.getProtocolEra()).toBe(isModern ? "modern" : "legacy");
    const body = "Kia ora\nPrice: NZ$0.00 “free”";
    const sent = await call("send_message", { ...HELLO, body, messageId: "order-1" });
    expect(sent.value).toMatchObject({
      messages: [{ to: MOBILE, status: "accepted" }],
      price: "0.115",
      leftToday: "4.885",
      messageId: "order-1",
    });
    expect(someone.questions).toEqual([
      `Send this text message?\nTo: ${MOBILE} (One NZ)\nFrom: 552\nPrice: NZ$0.115 including GST, 1 part each. Left of today's limit: NZ$5.00\nText:\n> Kia ora\n> Price: NZ$0.00 "free"`,
    ]);
    expect(await messagesOf(accountId)).toMatchObject([
      { msisdn: MOBILE, body: 'Kia ora\nPrice: NZ$0.00 "free"', customerMessageId: "order-1" },
    ]);
    await expect
      .poll(async () => (await call("message_status", { messageId: "order-1" })).value)
      .toMatchObject({ messages: [{ status: "DELIVRD", statusCode: 1 }], notFound: [] });
  });

  it.each([
    [{ action: "decline" }, "The person said no."],
    [{ action: "cancel" }, "The person closed the question"],
    [{ action: "accept", content: { confirm: false } }, "The person said no."],
  ] as const)("says %j, and nothing is sent or billed", async (answer, sentence) => {
    const { accountId, settings } = await keyed();
    const someone = { ...person(), says: () => answer };
    const { call } = await assistant(settings, { person: someone, isModern });
    const refused = await call("send_message", HELLO);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(sentence) });
    const looked = await call("number_lookup", { number: MOBILE });
    expect(looked).toMatchObject({ isError: true, text: expect.stringContaining(sentence) });
    expect(someone.questions).toHaveLength(2);
    expect(await messagesOf(accountId)).toEqual([]);
    expect((await books(accountId)).entries).toBe(1);
  });

  it("is asked though the assistant brings a confirmation of its own", async () => {
    const { accountId, settings } = await keyed();
    const someone = { ...person(), says: () => ({ action: "decline" }) as const };
    const { call } = await assistant(settings, { person: someone, isModern });
    const { value } = await call("preview_message", HELLO);
    expect(value).not.toHaveProperty("confirmation");
    expect((await call("send_message", { ...HELLO, confirmation: "x" })).isError).toBe(true);
    expect(await messagesOf(accountId)).toEqual([]);
  });
});

describe("without a form", () => {
  it("a message is previewed, confirmed and sent", async () => {
    const { accountId, settings } = await keyed();
    const { call, log } = await assistant(settings);
    const to = [MOBILE, "+64 22 123 4567", "000 0000"];
    const preview = await call("preview_message", { ...HELLO, to });
    expect(preview.text).toContain("ask whether to send it");
    expect(preview.value).toMatchObject({
      recipients: [{ to: MOBILE, network: "One NZ" }, { to: "64221234567" }],
      invalid: [{ to: "000 0000" }],
      from: "552",
      text: "Kia ora",
      textChanged: false,
      parts: 1,
      price: "0.23",
      leftToday: "5.00",
      expiresInSeconds: 600,
    });
    expect(await messagesOf(accountId)).toEqual([]);
    const { confirmation } = preview.value;
    const sent = await call("send_message", { ...HELLO, to, confirmation });
    expect(sent.value).toMatchObject({ messages: [{ to: MOBILE }, { to: "64221234567" }], price: "0.23" });
    const messages = await messagesOf(accountId);
    expect(messages).toMatchObject([{ body: "Kia ora" }, { body: "Kia ora" }]);
    const rateCode = settings.GATEWAY_CLIENT_ID.replace("cid_", "mcp-");
    expect(messages.map((message) => message.rateCode)).toEqual([rateCode, rateCode]);
    // The log has the calls without their contents.
    expect(log.join("\n")).toMatch(/^preview_message: done in \d+ ms\nsend_message: done in \d+ ms$/);
  });

  const tries: [string, Record<string, unknown>, string][] = [
    ["no confirmation", { confirmation: undefined }, "confirmation_required"],
    ["one that nobody gave", { confirmation: "AAAAAAAAAAAAAAAAAAAAAAAA" }, "unknown or has expired"],
    ["another text", { body: "Kia ora!" }, "isn't the one that was previewed"],
    ["another recipient", { to: ["64221234567"] }, "isn't the one that was previewed"],
    ["another sender", { from: "2190" }, "isn't the one that was previewed"],
  ];
  it.each(tries)("a send with %s is refused", async (_, changes, sentence) => {
    const { accountId, settings } = await keyed();
    const { call } = await assistant(settings);
    const { confirmation } = (await call("preview_message", HELLO)).value;
    const refused = await call("send_message", { ...HELLO, confirmation, ...changes });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(sentence) });
    expect(await messagesOf(accountId)).toEqual([]);
  });

  it("a confirmation counts for ten minutes, and for one tool", async () => {
    const { accountId, settings } = await keyed();
    let now = 0;
    const { call } = await assistant(settings, { confirmations: new Confirmations(() => now) });
    const { confirmation } = (await call("preview_message", HELLO)).value;
    const lookup = await call("number_lookup", { number: MOBILE, confirmation });
    expect(lookup.text).toContain("unknown or has expired");
    now = 600_000;
    expect((await call("send_message", { ...HELLO, confirmation })).text).toContain("unknown or has expired");
    expect(await messagesOf(accountId)).toEqual([]);
  });

  it("a confirmation counts once, also of calls at the same moment", async () => {
    const { accountId, settings } = await keyed();
    const { call } = await assistant(settings);
    const { confirmation } = (await call("preview_message", HELLO)).value;
    const all = await Promise.all(
      Array.from({ length: 3 }, () => call("send_message", { ...HELLO, confirmation })),
    );
    expect(all.filter(({ isError }) => !isError)).toHaveLength(1);
    const [message, ...more] = await messagesOf(accountId);
    expect(more).toEqual([]);
    const again = await call("send_message", { ...HELLO, confirmation });
    expect(again.text).toContain(`was used already. It sent ${message?.id} to ${MOBILE}.`);
    expect((await books(accountId)).balance).toBe(10_000_000n - PRICE_MICROS);
  });
});
