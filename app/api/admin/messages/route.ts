import { searchAllMessages as searchOperation } from "@/lib/contracts/admin/messages";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { searchAllMessages } from "@/lib/messages/search/all-messages";

/** Messages of all accounts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(searchOperation, ({ db, input, now }) => searchAllMessages(db, input, now), "long"),
});
