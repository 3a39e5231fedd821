import { readMe } from "@/lib/accounts/me/read-me";
import { readMe as readMeOperation } from "@/lib/contracts/members/account";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Who is signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readMeOperation, ({ db, member }) => readMe(db, member, env().carrier === "simulator")),
});
