import { addKey, listKeys } from "@/lib/auth/keys/api-keys";
import { createApiKeyOperation, listApiKeys } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The account's API keys, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listApiKeys, async ({ db, member, now }) => ({
    keys: await listKeys(db, member.accountId, now),
  })),
  POST: member(createApiKeyOperation, "api_key_created", async (tx, { member, input, now }) => {
    const { name, expires, dailyLimit = null } = input;
    const answer = await addKey(tx, member.accountId, { name, expiresAt: expires ?? null, dailyLimit }, now);
    return { details: { name, ...(dailyLimit === null ? {} : { dailyLimit }) }, answer };
  }),
});
