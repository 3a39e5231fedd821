import type { Env } from "@/lib/env";
import { onShutdown } from "@/lib/shutdown";
import { prepareApplication } from "@/server/application";
import { listen } from "@/server/base/listen";
import { startEmailToSms } from "@/server/smtp/email-to-sms";

/** The ports that a server listens on: for HTTP, and for email to SMS where that is on. */
export type Listening = { port: number; emailPort: number | null };

/** Serves the application in development, all in this process, and waits until it listens. */
export async function serveDevelopment(env: Env): Promise<Listening> {
  const { server } = await prepareApplication(env, { development: true });
  const port = await listen(server, env.port, env.host);
  onShutdown("serving", () => {
    server.close();
    server.closeAllConnections();
  });
  const emails = await startEmailToSms(env);
  if (emails) onShutdown("serving", emails.stop);
  return { port, emailPort: emails?.port ?? null };
}
