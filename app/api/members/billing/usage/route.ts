import { readUsage } from "@/lib/billing/statements/usage";
import { readUsage as readUsageOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What the account's messages cost by month. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readUsageOperation,
    async ({ db, member, now }) => ({
      months: await readUsage(db, member.accountId, now),
    }),
    "long",
  ),
});
