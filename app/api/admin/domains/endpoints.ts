import {
  approveDomainOperation,
  listDomainQueue as listDomainQueueOperation,
  rejectDomainOperation,
} from "@/lib/contracts/admin/domains";
import { allCells } from "@/lib/db/cells/cells";
import { approveForAccount } from "@/lib/domains/approve-for-account";
import { listDomainQueue } from "@/lib/domains/domain-queue";
import { rejectForAccount } from "@/lib/domains/reject-for-account";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { pageOverCells } from "@/lib/http/over-cells/page-over-cells";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

export const DOMAINS_ENDPOINTS = tableOf([
  admin(
    listDomainQueueOperation,
    async ({ db, input }) => {
      const { rows: domains, ...page } = await pageOverCells(allCells(db), input, listDomainQueue);
      return { domains, ...page };
    },
    "long",
  ),
  admin(approveDomainOperation, async ({ db, actor, input, now }) => {
    const { start, end } = env().night;
    const released = await approveForAccount(
      db,
      actor,
      { ...input, quiet: parseQuietHours(start, end) },
      now,
    );
    return { success: true as const, released };
  }),
  admin(rejectDomainOperation, async ({ db, actor, input, now }) => {
    const discarded = await rejectForAccount(db, actor, input, now);
    return { success: true as const, discarded };
  }),
]);
