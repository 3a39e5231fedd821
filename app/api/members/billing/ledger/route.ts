import { listLedger } from "@/lib/billing/statements/ledger";
import { listLedger as listLedgerOperation } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The changes of the account's balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listLedgerOperation,
    ({ db, member, input }) => listLedger(db, member.accountId, input),
    "long",
  ),
});
