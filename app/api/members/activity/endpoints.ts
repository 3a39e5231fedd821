import { listActivity } from "@/lib/activity/list-activity";
import { listActivity as listActivityOperation } from "@/lib/contracts/members/activity";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const ACTIVITY_ENDPOINTS = tableOf([
  member(listActivityOperation, ({ db, member, input }) => listActivity(db, member.accountId, input), "long"),
]);
