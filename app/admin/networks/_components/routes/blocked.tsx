"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { RemoveChip } from "@/components/controls/remove-chip";
import { useMemberAction } from "@/components/members/use-member";
import type { RangeRecord } from "@/lib/contracts/admin/network-routes";
import { listRoutes, unblockRange } from "@/lib/contracts/generated/admin/network-routes";
import { listNetworks } from "@/lib/contracts/generated/admin/networks";

const BlockDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/routes/block-dialog")).BlockDialog,
);

/** Draws the blocked ranges of numbers, with the exceptions within them. */
export function Blocked({ ranges }: { ranges: readonly RangeRecord[] }) {
  const [isAdding, setAdding] = useState(false);
  const remove = useMemberAction(unblockRange, {
    changes: [listRoutes, listNetworks],
    done: "Range removed. Servers follow within seconds.",
  });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 border-t border-line pt-4 text-sm">
      <span className="font-medium">Blocked numbers</span>
      {ranges.length === 0 ? <span className="text-muted">None.</span> : null}
      {ranges.map((range) => {
        const prefix = typeof range === "string" ? range : range.except;
        return (
          <RemoveChip
            key={prefix}
            kind={typeof range === "string" ? "blocked range" : "exception"}
            title={typeof range === "string" ? `+${prefix}…` : `except +${prefix}…`}
            isPending={remove.isPending}
            onRemove={() => remove.mutate({ prefix })}
          />
        );
      })}
      <Button size="sm" variant="outline" onPress={() => setAdding(true)}>
        Block numbers
      </Button>
      {isAdding ? <BlockDialog onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
