import { addKey, listKeys } from "@/lib/accounts/api-keys";
import { recordActivity } from "@/lib/accounts/record-activity";
import { createApiKeyOperation, listApiKeys } from "@/lib/contracts/members/api-keys";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The account's API keys, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listApiKeys, async ({ db, member, now }) => ({
    keys: await listKeys(db, member.accountId, now),
  })),
  POST: member(createApiKeyOperation, async ({ db, member, actor, input, now }) => {
    const given = { name: input.name, expiresAt: input.expires ?? null };
    const made = await addKey(db, member.accountId, given, now);
    await recordActivity(db, member.accountId, actor, "api_key_created", { name: input.name }, now);
    return made;
  }),
});
