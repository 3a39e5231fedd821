import { rejectDomainOperation } from "@/lib/contracts/admin/domains";
import { rejectForAccount } from "@/lib/domains/reject-for-account";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Refuses a domain to an account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(rejectDomainOperation, async ({ db, actor, input, now }) => {
    const discarded = await rejectForAccount(db, actor, input, now);
    return { success: true as const, discarded };
  }),
});
