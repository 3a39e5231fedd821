import { readHandsetOperation, writeFromHandsetOperation } from "@/lib/contracts/members/handset";
import { authSecret } from "@/lib/crypto/auth-secret";
import { requireAfterCommit } from "@/lib/db/after-commit";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readMemberHandset } from "@/lib/inbound/read-member-handset";
import { simulateInbound } from "@/lib/inbound/simulate-inbound";

/** A phone of the simulated network: what is on it, and what it writes. There only while that is the network. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: member(readHandsetOperation, ({ db, member, input }) =>
      readMemberHandset(db, member.accountId, input.number, authSecret()),
    ),
    POST: member(writeFromHandsetOperation, async ({ db, member, input, now }) => {
      const { messageId } = await simulateInbound(db, member.accountId, input, now);
      const arrived = await requireAfterCommit(() =>
        db.prisma.inboundMessage.count({ where: { id: messageId, accountId: member.accountId } }),
      );
      return { success: true as const, arrived: arrived === 1 };
    }),
  },
  () => env().carrier === "simulator",
);
