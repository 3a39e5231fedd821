import Link from "next/link";
import { May } from "@/components/members/role";
import { LINK } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { failureOf } from "@/lib/contracts/base/delivery-outcomes";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import type { MessageDetails } from "@/lib/contracts/members/messages";

/**
 * Draws the reason for a message's failure, in the network's words if it sent any, with advice and a button
 * to send again.
 * @param isOwn true if the reader is in the message's account. Only such a reader can send it again.
 */
export function FailurePanel({
  message,
  timeline,
  isOwn = true,
}: Pick<MessageDetails, "message" | "timeline"> & { isOwn?: boolean }) {
  const failure = failureOf(message.state, blockedReason(timeline));
  if (!failure) return null;
  const reason = networkReason(timeline);
  // A one-time code is masked here and has expired.
  const isRepeatable = isOwn && failure.isWorthRepeating && message.sendType !== "otp";
  return (
    <Panel title="Why it failed">
      <div className="flex flex-col gap-2.5 text-sm leading-6">
        <p className="font-medium">{failure.title}</p>
        {reason === null ? null : <p>{reason}</p>}
        <p>{failure.cause}</p>
        <p className="text-muted">{failure.advice.replaceAll("`", "")}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {isRepeatable ? (
            <May call={sendFromPageOperation}>
              <Link className={LINK} href={`/send?again=${message.id}`}>
                Send again
              </Link>
            </May>
          ) : null}
          <Link className={LINK} href={`/docs/errors#${failure.id}`}>
            About this error
          </Link>
        </p>
      </div>
    </Panel>
  );
}

/** Returns the meaning of the network's last error, or null if it is unknown. */
function networkReason(timeline: MessageDetails["timeline"]): string | null {
  const told = timeline.flatMap((event) =>
    event.kind === "report" || event.kind === "attempt" ? [event.cause] : [],
  );
  return told.findLast((cause) => cause !== null) ?? null;
}

function blockedReason(timeline: MessageDetails["timeline"]) {
  const ended = timeline.find((event) => event.kind === "ended");
  return ended?.kind === "ended" ? ended.reason : null;
}
