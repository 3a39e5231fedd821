import { readMargin as readOperation } from "@/lib/contracts/admin/margin";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { readMargin } from "@/lib/messages/networks/read-margin";

/** What is left of a month's messages by network and by account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(readOperation, ({ db, input, now }) => readMargin(db, input, now), "long"),
});
