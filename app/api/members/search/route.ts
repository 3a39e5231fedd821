import { searchOperation } from "@/lib/contracts/members/search";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { searchAccount } from "@/lib/inbound/search-account";

/** What is found by a few characters. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    searchOperation,
    ({ db, member, input, now }) => searchAccount(db, member, input.q, now),
    "long",
  ),
});
