import { changeRate } from "@/lib/billing/rate-table";
import { changeRate as changeRateOperation } from "@/lib/contracts/admin/rates";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** New prices in place of a destination's. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(changeRateOperation, async ({ db, actor, input, now }) => {
    await changeRate(db, input, actor, now);
    return { success: true as const };
  }),
});
