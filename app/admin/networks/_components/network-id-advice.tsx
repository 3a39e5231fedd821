"use client";

import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { SAVED } from "@/components/words/confirmations";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";
import { changeNetwork, listNetworks } from "@/lib/contracts/generated/admin/networks";

/**
 * Draws the suggested formats of IDs for a network's receipts, with a button that sets both. Null if there is
 * no suggestion.
 */
export function NetworkIdAdvice({
  name,
  idAdvice,
  settings,
}: Pick<NetworkRecord, "name" | "idAdvice" | "settings">) {
  const change = useMemberAction(changeNetwork, { changes: [listNetworks], done: SAVED });
  if (idAdvice === null || settings === null) return null;
  const { responseIds, receiptIds } = idAdvice;
  const whole = { ...(JSON.parse(settings) as object), responseIds, receiptIds };
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p className="wrap-anywhere text-warning-soft-foreground">
        Receipts have ids in another base than responses. Set <code>responseIds</code> to{" "}
        <code>{responseIds}</code> and <code>receiptIds</code> to <code>{receiptIds}</code>.
      </p>
      <Button
        size="sm"
        variant="outline"
        isPending={change.isPending}
        onPress={() => change.mutate({ name, settings: JSON.stringify(whole) })}
      >
        Set both
        <span className="sr-only"> of {name}</span>
      </Button>
    </div>
  );
}
