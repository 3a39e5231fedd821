import { recordActivity } from "@/lib/accounts/record-activity";
import { countReplay, replayWebhooks, WAITING_MOST } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { runSoon } from "@/lib/jobs/run-soon";
import { formatNz } from "@/lib/sms/nz-time";
import { countReplayable, replaySince } from "@/lib/webhooks/replay";

/** Sends events since a time again; first says how many that would be. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(countReplay, async ({ db, member, input, now }) => ({
    events: await countReplayable(db, member.accountId, input, WAITING_MOST + 1, now),
  })),
  POST: member(replayWebhooks, async ({ db, member, actor, input, now }) => {
    const replayed = await replaySince(db, member.accountId, input.since, input.all, now);
    const details = { since: formatNz(input.since), all: input.all, events: replayed };
    await recordActivity(db, member.accountId, actor, "webhook_replayed", details, now);
    runSoon("webhooks");
    return { success: true as const, replayed };
  }),
});
