import type { RequestListener } from "node:http";
import type { Env } from "@/lib/env";
import { onShutdown } from "@/lib/shutdown";
import { type Listening, listen } from "@/server/base/listen";
import { createGatewayServer } from "@/server/http/http-server";
import { prepareNext } from "@/server/pages/next";
import { startEmailToSms } from "@/server/smtp/email-to-sms";

/** Serves the application in development, all in this process, and waits until it listens. */
export async function serveDevelopment(env: Env): Promise<Listening> {
  let pages: RequestListener = () => {};
  const { server } = createGatewayServer((...request) => pages(...request), env.trustProxyHops);
  pages = await prepareNext(env, server);
  const port = await listen(server, env.port, env.host);
  onShutdown("serving", () => {
    server.close();
    server.closeAllConnections();
  });
  const emails = await startEmailToSms(env);
  if (emails) onShutdown("serving", emails.stop);
  return { port, emailPort: emails?.port ?? null };
}
