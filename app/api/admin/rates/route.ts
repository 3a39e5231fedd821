import { addRate, listRates } from "@/lib/billing/rate-table";
import { addRate as addRateOperation, listRates as listRatesOperation } from "@/lib/contracts/admin/rates";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** The rate table, and a new row of it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listRatesOperation, async ({ db }) => ({ rates: await listRates(db) })),
  POST: admin(addRateOperation, async ({ db, actor, input, now }) => {
    await addRate(db, input, actor, now);
    return { success: true as const };
  }),
});
