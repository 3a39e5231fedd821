import { MessageStateChip } from "@/components/members/message-state";
import { Panel } from "@/components/ui/panel";
import type { MessageDetails } from "@/lib/contracts/members/messages";

/** Draws the text and the state of a message. */
export function MessageText({ message }: { message: MessageDetails["message"] }) {
  return (
    <Panel title="Text" actions={<MessageStateChip state={message.state} />}>
      <p className="break-words whitespace-pre-wrap">{message.text}</p>
      {message.sendType === "otp" ? (
        <p className="mt-3 text-sm text-muted">One-time codes are not stored, so this one is masked.</p>
      ) : null}
    </Panel>
  );
}
