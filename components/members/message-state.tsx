import { Chip } from "@heroui/react";
import type { MessageState } from "@/lib/contracts/members/messages";

type Shown = { title: string; color: "success" | "default" | "warning" | "danger" | "accent" };

/** What a message's state is called where people read it. */
export const MESSAGE_STATE_TITLES: Record<MessageState, Shown> = {
  DELIVRD: { title: "Delivered", color: "success" },
  PENDING: { title: "No report yet", color: "default" },
  HELD: { title: "Held for a domain", color: "warning" },
  NIGHT: { title: "Waits for the morning", color: "accent" },
  ACCEPTD: { title: "Accepted by the network", color: "default" },
  ENROUTE: { title: "On its way", color: "default" },
  QUEUED: { title: "Waiting at the network", color: "default" },
  UNDELIV: { title: "Not delivered", color: "danger" },
  FAILED: { title: "Failed", color: "danger" },
  NACKED: { title: "Refused by the network", color: "danger" },
  BLOCKED: { title: "Blocked", color: "danger" },
  DELETED: { title: "Deleted", color: "default" },
  UNKNOWN: { title: "Unknown report", color: "warning" },
};

/** A message's state as a small label. */
export function MessageStateChip({ state }: { state: MessageState }) {
  const { title, color } = MESSAGE_STATE_TITLES[state];
  return (
    <Chip size="sm" variant="soft" color={color} className="whitespace-nowrap">
      {title}
    </Chip>
  );
}
