import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { SHOP_TITLES } from "@/lib/contracts/integrations/storefront-topics";
import {
  readTopics as readTopicsOperation,
  removeShopSecretOperation,
  saveTopicOperation,
  setShopSecretOperation,
} from "@/lib/contracts/members/integration-topics";
import {
  changeIntegrationOperation,
  enableIntegrationOperation,
  listIntegrationCalls,
  listIntegrations as listIntegrationsOperation,
  readIntegration as readIntegrationOperation,
  removeIntegrationOperation,
  rollIntegrationSecretOperation,
  setUpIntegrationOperation,
} from "@/lib/contracts/members/integrations";
import { authSecret } from "@/lib/crypto/auth-secret";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { changeIntegration } from "@/lib/integrations/manage/change-integration";
import { enableIntegration } from "@/lib/integrations/manage/enable-integration";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { listCalls } from "@/lib/integrations/manage/list-calls";
import { listIntegrations } from "@/lib/integrations/manage/list-integrations";
import { readIntegration } from "@/lib/integrations/manage/read-integration";
import { removeIntegration } from "@/lib/integrations/manage/remove-integration";
import { rollSecret } from "@/lib/integrations/manage/roll-secret";
import { setUpIntegration } from "@/lib/integrations/manage/set-up-integration";
import { setShopSecret } from "@/lib/integrations/manage/shop-secret";
import { readTopics, saveTopic } from "@/lib/integrations/manage/topics";

export const INTEGRATIONS_ENDPOINTS = tableOf([
  member(listIntegrationsOperation, async ({ db, member }) => ({
    integrations: await listIntegrations(db, member.accountId),
  })),
  member(setUpIntegrationOperation, "integration_set_up", async (tx, { member, input, now }) => {
    const kind = kindOf(input.kind);
    const { secret, sender } = await setUpIntegration(tx, member.accountId, { ...input, kind }, now);
    return { details: { integration: INTEGRATIONS[kind].title, sender }, answer: { secret } };
  }),
  member(listIntegrationCalls, ({ db, member, input }) =>
    listCalls(db, member.accountId, { ...input, kind: kindOf(input.kind) }),
  ),
  member(changeIntegrationOperation, "integration_changed", async (tx, { member, input }) => {
    const kind = kindOf(input.kind);
    const changed = await changeIntegration(tx, member.accountId, { ...input, kind });
    return { details: changed && { integration: INTEGRATIONS[kind].title, ...changed } };
  }),
  member(enableIntegrationOperation, "integration_changed", async (tx, { member, input }) => {
    const { enabled } = input;
    const kind = kindOf(input.kind);
    const isChanged = await enableIntegration(tx, member.accountId, kind, enabled);
    return { details: isChanged ? { integration: INTEGRATIONS[kind].title, enabled } : null };
  }),
  member(readIntegrationOperation, ({ db, member, input, now }) =>
    readIntegration(db, member, kindOf(input.kind), now),
  ),
  member(removeIntegrationOperation, "integration_removed", async (tx, { member, input }) => {
    const kind = kindOf(input.kind);
    await removeIntegration(tx, member.accountId, kind);
    return { details: { integration: INTEGRATIONS[kind].title } };
  }),
  member(rollIntegrationSecretOperation, "integration_secret_rolled", async (tx, { member, input, now }) => {
    const kind = kindOf(input.kind);
    const secret = await rollSecret(tx, member.accountId, kind, now);
    return { details: { integration: INTEGRATIONS[kind].title }, answer: { secret } };
  }),
  member(setShopSecretOperation, "integration_changed", async (tx, { member, input }) => {
    await setShopSecret(tx, member.accountId, input, authSecret());
    const changed = { [`secret of ${SHOP_TITLES[input.shop]}`]: "entered" };
    return { details: { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
  member(removeShopSecretOperation, "integration_changed", async (tx, { member, input: { shop } }) => {
    await setShopSecret(tx, member.accountId, { shop, secret: null }, authSecret());
    const changed = { [`secret of ${SHOP_TITLES[shop]}`]: "removed" };
    return { details: { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
  member(readTopicsOperation, ({ db, member }) => readTopics(db, member.accountId)),
  member(saveTopicOperation, "integration_changed", async (tx, { member, input }) => {
    const changed = await saveTopic(tx, member.accountId, input);
    return { details: changed && { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
]);
