import { approveDomainOperation } from "@/lib/contracts/admin/domains";
import { approveForAccount } from "@/lib/domains/approve-for-account";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/** Lets an account link to a domain. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(approveDomainOperation, async ({ db, actor, input, now }) => {
    const { start, end } = env().night;
    const released = await approveForAccount(
      db,
      actor,
      { ...input, quiet: parseQuietHours(start, end) },
      now,
    );
    return { success: true as const, released };
  }),
});
