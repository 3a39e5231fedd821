import { readStatement } from "@/lib/billing/statements/statement";
import { readStatement as readStatementOperation } from "@/lib/contracts/members/billing";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** One month from its opening balance to its closing one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readStatementOperation,
    ({ db, member: { accountId, isAdmin }, input: { month }, now }) =>
      readStatement(db, { accountId, month, supplier: env().supplier, isAdmin }, now),
    "long",
  ),
});
