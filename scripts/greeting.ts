import type { Env } from "@/lib/env";
import { parseQuietHours, releaseTime } from "@/lib/sms/quiet-hours";
import type { DemoCredentials } from "@/scripts/lib/demo-account";

/**
 * Numbers that no phone has. The first is a New Zealand one. The second is Australian, and so never held for the
 * night.
 */
const DEMO_NUMBER = "64211234567";
const DEMO_NUMBER_AT_NIGHT = "61491570156";

/** Returns the text that is printed when the server is ready: its address, and two commands to paste. */
export function greeting(env: Env, port: number, demo: DemoCredentials | null, now: Date): string {
  const address = `http://${["0.0.0.0", "::"].includes(env.host) ? "localhost" : env.host}:${port}`;
  if (demo === null) return `Messaging Gateway is ready on ${address}`;
  const curl = (path: string, parameters: Record<string, string>) =>
    [
      `curl ${address}${path}`,
      ...Object.entries(parameters).map(([key, value]) => `--data-urlencode "${key}=${value}"`),
    ].join(" ");
  const isNight = releaseTime(now, parseQuietHours(env.night.start, env.night.end)) !== null;
  const to = isNight ? DEMO_NUMBER_AT_NIGHT : DEMO_NUMBER;
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
    "Check its status:",
    curl("/gateway/sms/status/query", { ...demo, messageId: "demo-1" }),
  ].join("\n");
}
