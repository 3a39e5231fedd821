import { readWebhooks, setWebhook } from "@/lib/contracts/members/webhooks";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { readEndpoints } from "@/lib/webhooks/read-endpoints";
import { nameUrl, requeue } from "@/lib/webhooks/register";

/** Where the account's events go, and where they shall go. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readWebhooks, ({ db, member, now }) => readEndpoints(db, member.accountId, now)),
  POST: member(setWebhook, async ({ db, change, member, input, now }) => {
    const { href, origin } = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    const kinds = input.kind === "both" ? (["inbound", "report"] as const) : ([input.kind] as const);
    await change(async (tx, write) => {
      await nameUrl(tx, member.accountId, kinds, href, now);
      // Receivers may know us by a token in the path or the query string.
      await write("webhook_registered", { kind: input.kind, host: origin });
    });
    await requeue(db, member.accountId, kinds, now);
    runSoon("webhooks");
    return { success: true as const, url: href };
  }),
});
