import { Chip } from "@/components/controls/chip";
import { MESSAGE_STATE_WORDS } from "@/components/words/message-states";
import type { MessageState } from "@/lib/contracts/members/messages";

type Color = "success" | "default" | "warning" | "danger" | "accent";

const COLORS: Record<MessageState, Color> = {
  DELIVRD: "success",
  PENDING: "default",
  HELD: "warning",
  NIGHT: "accent",
  SCHEDULED: "accent",
  PAUSED: "warning",
  ACCEPTD: "default",
  ENROUTE: "default",
  QUEUED: "default",
  UNDELIV: "danger",
  FAILED: "danger",
  NACKED: "danger",
  BLOCKED: "danger",
  DELETED: "default",
  UNKNOWN: "warning",
};

/** Draws a message's state as a small label. */
export function MessageStateChip({ state }: { state: MessageState }) {
  return (
    <Chip color={COLORS[state]} className="whitespace-nowrap">
      {MESSAGE_STATE_WORDS[state]}
    </Chip>
  );
}
