import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { publishedClient } from "@/lib/openapi/clients/published-clients";
import { CLIENT_LANGUAGES, startDriver } from "@/tests/support/clients/client-drivers";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestDatabase();

let server: ProductionServer;
beforeAll(async () => {
  server = await startServer({ PAGES: "yes", SIMULATOR_DELAY_MS: "20" });
});
afterAll(killServers);

const NUMBERS = { typescript: "64211234567", python: "64221234567" };

describe.each(CLIENT_LANGUAGES)("the client for $language", ({ language, isHere }) => {
  // Skipped if the language is not installed.
  it.skipIf(!isHere)(
    "is downloaded from a running server, sends by it, and the handset shows it",
    async () => {
      const { text, file } = publishedClient(language, server.address, { simulated: true });
      const downloaded = await (await fetch(`${server.address}/docs/clients/${file}`)).text();
      expect(downloaded).toBe(text);
      const { accountId } = await testAccount();
      const named = { name: "client", expiresAt: null };
      const { clientId, clientSecret } = await createApiKey(db(), accountId, named, new Date());
      const driver = await startDriver(language, downloaded);
      try {
        const call = await driver.make({
          baseUrl: server.address,
          credentials: { clientId, clientSecret },
        });
        const to = NUMBERS[language];
        const sent = await call("sendMessage", { to, body: "Kia ora", messageClass: "transactional" });
        const { message_id: messageId } = sent.result as { message_id: string };
        const read = async () => (await call("readHandset", { msisdn: to })).result;
        await expect.poll(read).toMatchObject({ messages: [{ messageId, to, body: "Kia ora" }] });
        await expect
          .poll(async () => (await call("queryStatus", { message_id: messageId })).result)
          .toMatchObject({ messages: [{ message_id: messageId, status: "DELIVRD" }] });
      } finally {
        await driver.close();
      }
    },
  );
});
