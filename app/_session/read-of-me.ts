import type { FirstRead } from "@/app/_session/first-read";
import { queryKeyOf } from "@/components/members/query-key";
import { readMe } from "@/lib/accounts/me/read-me";
import type { ElsewhereViewer, Member } from "@/lib/auth/sessions/member";
import { databaseOfActing, inActingCell } from "@/lib/auth/sessions/viewed-account";
import { readMe as readMeOperation } from "@/lib/contracts/members/account";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

/**
 * Returns the read of the signed-in person, which every shell shows. The page waits for this read, so the
 * read uses only the database.
 */
export function readOfMe(member: Member | ElsewhereViewer): FirstRead {
  return {
    key: queryKeyOf(readMeOperation, {}),
    read: async () => {
      const of = databaseOfActing(databaseOfAccount(db(), member.personId), member);
      return inActingCell(of, member, (whole) => readMe(of, whole, env().carrier === "simulator"));
    },
  };
}
