"use client";

import { useEffect } from "react";
import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { leaveFor } from "@/components/members/request";
import { useMemberAction } from "@/components/members/use-member";
import { dropDraft } from "@/components/send/drafts";
import { endViewOperation } from "@/lib/contracts/generated/members/people/sessions";

/**
 * Says on every page that an administrator views the account, with a button that ends the view.
 * @param leftMs the time until the view ends by itself, in milliseconds. The browser leaves the page then.
 */
export function ViewBanner({ name, accountId, leftMs }: { name: string; accountId: number; leftMs: number }) {
  const end = useMemberAction(endViewOperation, { onDone: () => leaveTo(accountId) });
  useEffect(() => {
    const timer = setTimeout(() => leaveTo(accountId), leftMs);
    return () => clearTimeout(timer);
  }, [accountId, leftMs]);
  return (
    <section aria-label="Account view" className="print-hidden z-10 -mt-2 mb-6 lg:sticky lg:top-3 lg:-mt-4">
      <Alert status="warning" className="items-center border border-line">
        <AlertContent>
          <AlertTitle>
            You are viewing <span className="break-words">{name}</span> as an administrator. You can’t make
            changes.
          </AlertTitle>
        </AlertContent>
        <Button
          size="sm"
          variant="outline"
          className="shrink-0"
          isPending={end.isPending}
          onPress={() => end.mutate({})}
        >
          End view
        </Button>
      </Alert>
    </section>
  );
}

function leaveTo(accountId: number): void {
  // The account's data must not stay in this tab.
  dropDraft();
  leaveFor(`/admin/accounts/${accountId}`);
}
