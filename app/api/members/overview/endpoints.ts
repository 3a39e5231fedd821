import { readOverview } from "@/lib/accounts/overview";
import { readOverview as readOverviewOperation } from "@/lib/contracts/members/overview";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const OVERVIEW_ENDPOINTS = tableOf([
  member(readOverviewOperation, ({ db, member, now }) => readOverview(db, member.accountId, now), "long"),
]);
