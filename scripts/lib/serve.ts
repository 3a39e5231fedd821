import path from "node:path";
import type { Env } from "@/lib/env";
import { startEmailToSms } from "@/scripts/lib/email-to-sms";
import { createGatewayServer, listen } from "@/scripts/lib/http-server";
import { mountRoutes } from "@/scripts/lib/mounted-routes";
import { onShutdown, runShutdownHooks } from "@/scripts/lib/shutdown";

/** The ports that a server listens on: for HTTP, and for e-mails to numbers where it takes any. */
export type Listening = { port: number; emailPort: number | null };

type Options = {
  /** Whether Next is to see to it that a changed file counts. */
  development: boolean;
  /** Whether e-mails to numbers are listened for here, if the settings say so at all. */
  takesEmails: boolean;
};

/** Starts the application in this process and waits until it listens. It ends with the process. */
export async function serve(env: Env, { development, takesEmails }: Options): Promise<Listening> {
  // Next reads its environment while it loads.
  const { default: next } = await import("next");
  const dir = path.dirname(path.dirname(import.meta.dirname));
  // While it is developed, Next sees to it that a changed file counts.
  const mounted = development ? undefined : await mountRoutes(path.join(dir, "app"));
  const { server, drain } = createGatewayServer(
    (request, response) => void app.getRequestHandler()(request, response),
    env.trustProxyHops,
    mounted,
  );
  // With the server in hand Next answers the development browser's WebSocket itself.
  const app = next({ dev: development, dir, hostname: env.host, port: env.port, httpServer: server });
  onShutdown(() => app.close());
  onShutdown(runShutdownHooks);
  await app.prepare();
  const port = await listen(server, env.port, env.host);
  onShutdown(drain);
  const emails = takesEmails ? await startEmailToSms(env) : null;
  if (emails) onShutdown(emails.stop);
  return { port, emailPort: emails?.port ?? null };
}
