import type { Env } from "@/lib/env";
import type { DemoCredentials } from "@/scripts/seed";

/** Numbers that reach nobody: the first is a New Zealand one, the second Australian and so never held for the night. */
const DEMO_NUMBER = "64211234567";
const DEMO_NUMBER_AT_NIGHT = "61491570156";

/** What a person sees once the server answers: its address, and two commands that work as they are pasted. */
export function greeting(env: Env, port: number, demo: DemoCredentials | null, now: Date): string {
  const address = `http://${["0.0.0.0", "::"].includes(env.host) ? "localhost" : env.host}:${port}`;
  if (demo === null) return `Messaging Gateway is ready on ${address}`;
  const curl = (path: string, parameters: Record<string, string>) =>
    [
      `curl ${address}${path}`,
      ...Object.entries(parameters).map(([key, value]) => `--data-urlencode "${key}=${value}"`),
    ].join(" ");
  const to = isNight(env.night, now) ? DEMO_NUMBER_AT_NIGHT : DEMO_NUMBER;
  const message = {
    to,
    body: "Kia ora from the gateway",
    messageClass: "transactional",
    messageId: "demo-1",
  };
  return [
    `Messaging Gateway is ready on ${address}`,
    `Demo account: userId ${demo.userId}, password ${demo.password}`,
    "Send a message:",
    curl("/gateway/sms/out", { ...demo, ...message }),
    "See what became of it:",
    curl("/gateway/sms/status/query", { ...demo, messageId: "demo-1" }),
  ].join("\n");
}

/** Whether a message to New Zealand would wait for the morning. */
function isNight({ start, end }: Env["night"], now: Date): boolean {
  const time = now.toLocaleTimeString("en-GB", {
    timeZone: "Pacific/Auckland",
    hour: "2-digit",
    minute: "2-digit",
  });
  if (start <= end) return start <= time && time < end;
  return time >= start || time < end;
}
