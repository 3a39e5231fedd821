import { listHeldHosts as listHeldHostsOperation } from "@/lib/contracts/members/domains";
import { listHeldHosts } from "@/lib/domains/list-domains";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What the account's messages are held for. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listHeldHostsOperation, ({ db, member }) => listHeldHosts(db, member.accountId), "long"),
});
