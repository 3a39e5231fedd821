import { readFigures } from "@/lib/billing/figures/read-figures";
import { readFigures as readOperation } from "@/lib/contracts/admin/figures";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Traffic and revenue of all accounts, or of one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(readOperation, ({ db, input, now }) => readFigures(db, input, now), "long"),
});
