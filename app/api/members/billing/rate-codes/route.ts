import { listRateCodes } from "@/lib/billing/statements/usage";
import { listRateCodes as listRateCodesOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What the account's messages of one month cost by rate code. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listRateCodesOperation,
    ({ db, member, input, now }) => listRateCodes(db, member.accountId, input, now),
    "long",
  ),
});
