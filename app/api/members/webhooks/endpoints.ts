import { recordActivity } from "@/lib/activity/record-activity";
import { MAX_WAITING } from "@/lib/contracts/base/values";
import {
  addFurtherEndpoint,
  changeFurtherEndpoint,
  listFurtherEndpoints,
  pauseFurtherEndpoint,
  removeFurtherEndpoint,
  resumeFurtherEndpoint,
  testFurtherEndpoint,
} from "@/lib/contracts/members/further-endpoints";
import {
  countReplay,
  listDeliveries as listDeliveriesOperation,
  readDelivery as readDeliveryOperation,
  readWebhooks,
  removeWebhookOperation,
  replayWebhooks,
  resendDeliveryOperation,
  resumeWebhookOperation,
  rollWebhookSecret,
  setWebhook,
  testWebhook,
} from "@/lib/contracts/members/webhooks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { newId } from "@/lib/ids";
import { requireEndpointUnused } from "@/lib/replies/rules/named-by-rules";
import { formatNz } from "@/lib/sms/nz-time";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { endpointOf } from "@/lib/webhooks/endpoint/endpoint-key";
import { chosenEndpoint, findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { addEndpoint, changeEndpoint, pauseEndpoint } from "@/lib/webhooks/further/change-endpoints";
import { readFurther } from "@/lib/webhooks/further/read-further";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { readDelivery } from "@/lib/webhooks/read-delivery";
import { readEndpoints } from "@/lib/webhooks/read-endpoints";
import { resumeWebhook, setWebhookUrl } from "@/lib/webhooks/register";
import { removeWebhook } from "@/lib/webhooks/remove";
import { countReplayable, replaySince, resendOwnDelivery } from "@/lib/webhooks/replay";
import { sendFurtherTest, sendTestEvent } from "@/lib/webhooks/send-test";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";

export const WEBHOOKS_ENDPOINTS = tableOf([
  member(readWebhooks, ({ db, member, now }) => readEndpoints(db, member.accountId, now)),
  member(setWebhook, "webhook_registered", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    const details = await setWebhookUrl(tx, member.accountId, { kind: input.kind, url }, now);
    return { details, answer: { success: true, url: url.href } };
  }),
  member(
    listDeliveriesOperation,
    ({ db, member, input }) => listDeliveries(db, member.accountId, input),
    "long",
  ),
  member(readDeliveryOperation, ({ db, member, input, now }) =>
    readDelivery(db, { accountId: member.accountId, id: input.id }, authSecret(), now),
  ),
  member(resendDeliveryOperation, "webhook_replayed", async (tx, { member, input: { id }, now }) => {
    await resendOwnDelivery(tx, member.accountId, id, now);
    return { details: { delivery: id } };
  }),
  member(listFurtherEndpoints, ({ db, member }) => readFurther(db, member.accountId)),
  member(addFurtherEndpoint, "webhook_added", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    const id = await addEndpoint(tx, member.accountId, { ...input, url: url.href }, now);
    return { details: { name: input.name, host: url.origin }, answer: { success: true, id } };
  }),
  member(changeFurtherEndpoint, "webhook_changed", async (tx, { member, input, now }) => {
    const url = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    await changeEndpoint(tx, member.accountId, { ...input, url: url.href }, now);
    return { details: { name: input.name, host: url.origin } };
  }),
  member(pauseFurtherEndpoint, "webhook_paused", async (tx, { member, input, now }) => {
    return { details: { name: await pauseEndpoint(tx, member.accountId, input.id, now) } };
  }),
  member(removeFurtherEndpoint, "webhook_removed", async (tx, { member, input }) => {
    const { key, name } = await findEndpoint(tx, member.accountId, input.id);
    await requireEndpointUnused(tx, member.accountId, input.id);
    const ended = await removeWebhook(tx, key);
    return { details: { name, endedEvents: ended }, answer: { success: true, ended } };
  }),
  member(resumeFurtherEndpoint, "webhook_resumed", async (tx, { member, input, now }) => {
    const { key, name } = await findEndpoint(tx, member.accountId, input.id);
    await resumeWebhook(tx, key, now);
    return { details: { name } };
  }),
  member(
    testFurtherEndpoint,
    ({ db, member, input, now }) =>
      sendFurtherTest(db, { accountId: member.accountId, id: input.id }, currentWebhookOptions(), now),
    "at-once",
  ),
  member(removeWebhookOperation, "webhook_removed", async (tx, { member, input: { kind } }) => {
    const ended = await removeWebhook(tx, endpointOf(member.accountId, kind));
    return { details: { kind, endedEvents: ended }, answer: { success: true, ended } };
  }),
  member(
    countReplay,
    async ({ db, member: { accountId }, input: { since, all, ...chosen }, now }) => {
      const endpoint = await chosenEndpoint(db, accountId, chosen);
      return { events: await countReplayable(db, { accountId, since, all, endpoint }, MAX_WAITING + 1, now) };
    },
    "long",
  ),
  member(replayWebhooks, async ({ db, member, actor, input, now }) => {
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
  member(resumeWebhookOperation, "webhook_resumed", async (tx, { member, input: { kind }, now }) => {
    await resumeWebhook(tx, endpointOf(member.accountId, kind), now);
    return { details: { kind } };
  }),
  member(rollWebhookSecret, "webhook_secret_rolled", async (tx, { member, now }) => {
    const secret = await rollSigningSecret(tx, member.accountId, authSecret(), now);
    if (secret === null) throw new GatewayError("not_found", "There is no such account.");
    return { details: {}, answer: { secret } };
  }),
  member(
    testWebhook,
    ({ db, member, input, now }) =>
      sendTestEvent(db, { accountId: member.accountId, kind: input.kind }, currentWebhookOptions(), now),
    "at-once",
  ),
]);
