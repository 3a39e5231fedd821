import { recordActivity } from "@/lib/activity/record-activity";
import { MAX_WAITING } from "@/lib/contracts/base/values";
import { countReplay, replayWebhooks } from "@/lib/contracts/members/webhooks";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { newId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";
import { chosenEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { countReplayable, replaySince } from "@/lib/webhooks/replay";

/** Sends events since a time again; first says how many that would be. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    countReplay,
    async ({ db, member: { accountId }, input: { since, all, ...chosen }, now }) => {
      const endpoint = await chosenEndpoint(db, accountId, chosen);
      return { events: await countReplayable(db, { accountId, since, all, endpoint }, MAX_WAITING + 1, now) };
    },
    "long",
  ),
  POST: member(replayWebhooks, async ({ db, member, actor, input, now }) => {
    const { accountId } = member;
    const { since, all, ...chosen } = input;
    const endpoint = await chosenEndpoint(db, accountId, chosen);
    const line = newId();
    const replayed = await replaySince(db, { accountId, since, all, endpoint }, now, (tx, events) => {
      const details = { since: formatNz(since), all, events };
      return recordActivity(tx, { accountId, actor, action: "webhook_replayed", details, id: line }, now);
    });
    return { success: true as const, replayed };
  }),
});
