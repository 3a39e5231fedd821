import { readMe } from "@/lib/accounts/me/read-me";
import { readMe as readMeOperation } from "@/lib/contracts/members/account";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";

export const ME_ENDPOINTS = tableOf([
  member(readMeOperation, ({ db, member }) => readMe(db, member, env().carrier === "simulator")),
]);
