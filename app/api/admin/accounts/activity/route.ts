import { listAccountActivity } from "@/lib/activity/list-account-activity";
import { listAccountActivity as listAccountActivityOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** What was done to an account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listAccountActivityOperation, ({ db, input }) => listAccountActivity(db, input), "long"),
});
