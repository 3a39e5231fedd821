import { addKey, deleteKey, enableKey, limitKey, listKeys } from "@/lib/auth/keys/api-keys";
import {
  createApiKeyOperation,
  deleteApiKeyOperation,
  limitApiKey,
  listApiKeys,
  setApiKeyEnabled,
} from "@/lib/contracts/members/api-keys";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const API_KEYS_ENDPOINTS = tableOf([
  member(listApiKeys, async ({ db, member, now }) => ({
    keys: await listKeys(db, member.accountId, now),
  })),
  member(createApiKeyOperation, "api_key_created", async (tx, { member, input, now }) => {
    const { name, expires, dailyLimit = null } = input;
    const answer = await addKey(tx, member.accountId, { name, expiresAt: expires ?? null, dailyLimit }, now);
    return { details: { name, ...(dailyLimit === null ? {} : { dailyLimit }) }, answer };
  }),
  member(deleteApiKeyOperation, "api_key_deleted", async (tx, { member, input }) => {
    const { name } = await deleteKey(tx, member.accountId, input.id);
    return { details: { name } };
  }),
  member(setApiKeyEnabled, "api_key_changed", async (tx, { member, input, now }) => {
    const { name } = await enableKey(tx, member.accountId, input, now);
    return { details: { name, enabled: input.enabled } };
  }),
  member(limitApiKey, "api_key_changed", async (tx, { member, input }) => {
    const { id, dailyLimit = null } = input;
    const { name } = await limitKey(tx, member.accountId, { id, dailyLimit });
    return { details: { name, dailyLimit: dailyLimit ?? "none" } };
  }),
]);
