import { readBillingFacts } from "@/lib/billing/statements/facts";
import { readBilling } from "@/lib/contracts/members/billing";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** How much money the account has, and how more comes. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readBilling, ({ db, member, now }) =>
    readBillingFacts(db, member.accountId, env().topUpInstructions, now),
  ),
});
