import { stateOf } from "@/app/(members)/webhooks/_components/words";
import { Chip } from "@/components/controls/chip";
import type { DeliveryRecord } from "@/lib/contracts/members/webhooks";

const COLORS = { pending: "accent", kept: "warning", delivered: "success", failed: "danger" } as const;

/** Draws a delivery's state as a small label. */
export function StateChip({ delivery }: { delivery: DeliveryRecord }) {
  const isRetried = delivery.state === "pending" && delivery.attempts > 0;
  return (
    <Chip color={isRetried ? "warning" : COLORS[delivery.state]} className="whitespace-nowrap">
      {stateOf(delivery)}
    </Chip>
  );
}
