import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CLIENT_LANGUAGES,
  type ClientDriver,
  type DrivenClient,
  startDriver,
} from "@/tests/support/clients/client-drivers";
import { gatewayUrl, keyed, useGateway } from "@/tests/support/mcp/gateway";

useGateway();

const FIRST = "64211234567";
const SECOND = "64221234567";

describe.each(CLIENT_LANGUAGES)("what the client for $language sends", ({ language, isHere }) => {
  let driver: ClientDriver;
  let call: DrivenClient;

  beforeAll(async () => {
    if (!isHere) return;
    driver = await startDriver(language);
    const { settings } = await keyed();
    const { GATEWAY_CLIENT_ID: clientId, GATEWAY_CLIENT_SECRET: clientSecret } = settings;
    call = await driver.make({ baseUrl: gatewayUrl(), credentials: { clientId, clientSecret } });
  });
  afterAll(() => driver?.close());

  // The test is skipped if the language is not installed.
  const test = it.skipIf(!isHere);

  /** Returns the texts on a handset, read by the client, as soon as there are that many. */
  async function shown(msisdn: string, count: number): Promise<unknown> {
    const read = async () =>
      ((await call("readHandset", { msisdn })).result as { messages: unknown[] }).messages;
    await expect.poll(read).toHaveLength(count);
    return read();
  }

  test("is what handsets show, word for word", async () => {
    const body = "Ā “quote” 🎉\n{ “kākā” }";
    const text = { messageClass: "transactional", from: "552" };
    const one = await call("sendMessage", { ...text, to: FIRST, body });
    const { message_id: messageId } = one.result as { message_id: string };
    const asItGoesOut = 'A "quote" ?\n{ "kaka" }';
    expect(await shown(FIRST, 1)).toMatchObject([{ messageId, from: "552", to: FIRST, body: asItGoesOut }]);
    await expect
      .poll(async () => (await call("queryStatus", { message_id: messageId })).result)
      .toMatchObject({ messages: [{ message_id: messageId, status: "DELIVRD" }] });

    const many = await call("sendMessage", { ...text, to: [FIRST, SECOND], body: "To both" });
    expect(many.result).toMatchObject({ status: "bulk", summary: { total: 2, sent: 2, failed: 0 } });
    expect(await shown(SECOND, 1)).toMatchObject([{ to: SECOND, body: "To both" }]);
    expect(await shown(FIRST, 2)).toMatchObject([{ body: "To both" }, { body: asItGoesOut }]);

    await call("sendOtp", { to: SECOND, msgCompany: "Acme", msgCode: "482913" });
    expect(await shown(SECOND, 2)).toMatchObject([
      { body: "482913 is your Acme verification code" },
      { body: "To both" },
    ]);
  });
});
