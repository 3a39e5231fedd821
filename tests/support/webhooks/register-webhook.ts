import type { Database } from "@/lib/db/client";
import { endpointOf, type WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { resumeWebhook, setWebhookUrl } from "@/lib/webhooks/register";

/** Sets an account's endpoints of some kinds, in one transaction. */
export async function registerWebhook(
  db: Database,
  { accountId, kinds, url }: { accountId: number; kinds: readonly WebhookKind[]; url: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of kinds) await setWebhookUrl(tx, accountId, { kind, url: new URL(url) }, now);
  });
}

/** Resumes an account's endpoint, in one transaction. */
export function resumeEndpoint(db: Database, accountId: number, kind: WebhookKind, now: Date): Promise<void> {
  return db.transaction((tx) => resumeWebhook(tx, endpointOf(accountId, kind), now));
}
