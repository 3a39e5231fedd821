import { listDomainQueue as listDomainQueueOperation } from "@/lib/contracts/admin/domains";
import { listDomainQueue } from "@/lib/domains/domain-queue";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** The domains that wait for a decision. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listDomainQueueOperation, ({ db, input }) => listDomainQueue(db, input), "long"),
});
