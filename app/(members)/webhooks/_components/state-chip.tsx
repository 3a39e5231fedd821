import { Chip } from "@heroui/react";
import type { DeliveryRecord } from "@/lib/contracts/members/webhooks";

const STATE = {
  pending: { title: "On its way", color: "accent" },
  kept: { title: "Kept", color: "warning" },
  delivered: { title: "Arrived", color: "success" },
  failed: { title: "Failed", color: "danger" },
} as const;

/** A delivery's state as a small label. */
export function StateChip({ delivery: { state, attempts } }: { delivery: DeliveryRecord }) {
  const isRetried = state === "pending" && attempts > 0;
  return (
    <Chip
      size="sm"
      variant="soft"
      color={isRetried ? "warning" : STATE[state].color}
      className="whitespace-nowrap"
    >
      {isRetried ? "Tried again soon" : STATE[state].title}
    </Chip>
  );
}
