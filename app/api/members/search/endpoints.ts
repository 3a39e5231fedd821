import { searchOperation } from "@/lib/contracts/members/search";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { searchAccount } from "@/lib/inbound/search-account";

export const SEARCH_ENDPOINTS = tableOf([
  member(searchOperation, ({ db, member, input, now }) => searchAccount(db, member, input.q, now), "long"),
]);
