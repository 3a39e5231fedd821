import { readHandsetOperation, writeFromHandsetOperation } from "@/lib/contracts/members/handset";
import { authSecret } from "@/lib/crypto/auth-secret";
import { requireAfterCommit } from "@/lib/db/after-commit";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { readMemberHandset } from "@/lib/inbound/read-member-handset";
import { simulateInbound } from "@/lib/inbound/simulate-inbound";

export const HANDSET_ENDPOINTS = tableOf([
  {
    ...member(readHandsetOperation, ({ db, member, input }) =>
      readMemberHandset(db, member.accountId, input.number, authSecret()),
    ),
    exists: () => env().carrier === "simulator",
  },
  {
    ...member(writeFromHandsetOperation, async ({ db, member, input, now }) => {
      const { messageId } = await simulateInbound(db, member.accountId, input, now);
      const arrived = await requireAfterCommit(() =>
        db.prisma.inboundMessage.count({ where: { id: messageId, accountId: member.accountId } }),
      );
      return { success: true as const, arrived: arrived === 1 };
    }),
    exists: () => env().carrier === "simulator",
  },
]);
