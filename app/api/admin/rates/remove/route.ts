import { removeRate } from "@/lib/billing/rate-table";
import { removeRate as removeRateOperation } from "@/lib/contracts/admin/rates";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Removes a destination's price. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(removeRateOperation, async ({ db, actor, input, now }) => {
    await removeRate(db, input.callingCode, actor, now);
    return { success: true as const };
  }),
});
