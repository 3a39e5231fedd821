import { Chip } from "@/components/controls/chip";
import type { IntegrationListed } from "@/lib/contracts/members/integrations";

const STATES = {
  none: { title: "Not set up", color: "default" },
  on: { title: "On", color: "success" },
  off: { title: "Off", color: "warning" },
} as const;

/** Draws the state of an integration: not set up, on or off. */
export function StateChip({ state }: { state: IntegrationListed["state"] }) {
  const { title, color } = STATES[state];
  return (
    <Chip color={color} className="w-fit">
      {title}
    </Chip>
  );
}

/** Draws the response to a call: an HTTP status, or an SMTP reply code. In both, 2xx means success. */
export function AnswerChip({ status }: { status: number }) {
  const isTaken = status >= 200 && status < 300;
  return (
    <Chip color={isTaken ? "success" : "danger"} className="shrink-0 tabular-nums">
      {status}
    </Chip>
  );
}
