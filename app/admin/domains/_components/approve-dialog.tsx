"use client";

import { useState } from "react";
import { noticeSuccess } from "@/components/controls/notice-list";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { approveDomainOperation, listDomainQueue } from "@/lib/contracts/generated/admin/domains";

/** Asks for the domain to approve, between the whole domain and the single host. */
export function ApproveDialog({ entry, onClose }: { entry: QueuedDomain; onClose: () => void }) {
  const { accountId, accountName, approvable, requested } = entry;
  // The requested domain, or the whole domain if there is no request.
  const [domain, setDomain] = useState((requested ? approvable.at(-1) : approvable[0]) ?? "");
  const approve = useMemberAction(approveDomainOperation, {
    changes: [listDomainQueue],
    onDone: ({ released }) => {
      noticeSuccess(
        released === 0
          ? `${domain} approved.`
          : `${domain} approved. Sending ${countOf(released, "message")}.`,
      );
    },
    close: onClose,
  });
  return (
    <ConfirmDialog
      title="Approve domain"
      question={
        <div className="flex flex-col gap-4">
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 text-sm text-muted">{accountName} can link to</legend>
            {approvable.map((choice, index) => (
              <label key={choice} className="flex items-start gap-3 text-sm">
                <input
                  type="radio"
                  name="domain"
                  className="mt-0.5 size-4 accent-accent"
                  checked={choice === domain}
                  onChange={() => setDomain(choice)}
                />
                <span>
                  <span className="font-medium break-all">{choice}</span>
                  <span className="block text-muted">
                    {index === 0 ? "and all its subdomains" : "and its subdomains only"}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          <p className="text-sm text-muted">
            Held messages are sent now, or in the morning if it’s night. The account is emailed.
          </p>
        </div>
      }
      confirm="Approve"
      variant="primary"
      isPending={approve.isPending}
      onConfirm={() => approve.mutate({ accountId, domain })}
      onClose={onClose}
    />
  );
}
