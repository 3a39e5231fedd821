import { Chip } from "@heroui/react";
import { DELIVERY_STATE } from "@/app/(members)/webhooks/_components/words";
import type { DeliveryRecord } from "@/lib/contracts/members/webhooks";

const COLORS = { pending: "accent", kept: "warning", delivered: "success", failed: "danger" } as const;

/** A delivery's state as a small label. */
export function StateChip({ delivery: { state, attempts } }: { delivery: DeliveryRecord }) {
  const isRetried = state === "pending" && attempts > 0;
  return (
    <Chip
      size="sm"
      variant="soft"
      color={isRetried ? "warning" : COLORS[state]}
      className="whitespace-nowrap"
    >
      {isRetried ? "Retrying" : DELIVERY_STATE[state]}
    </Chip>
  );
}
