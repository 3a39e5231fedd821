import { listMovements } from "@/lib/billing/statements/list-movements";
import { listMovements as listMovementsOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** The movements of an account's balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listMovementsOperation, ({ db, input }) => listMovements(db, input), "long"),
});
