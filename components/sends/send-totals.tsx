"use client";

import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { CancelSend } from "@/components/sends/cancel-send";
import { PauseSend, ResumeSend } from "@/components/sends/pause-send";
import { countOf, formatCount } from "@/components/ui/count";
import { FailedState } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { cancelSendOperation, readBulkSendOperation } from "@/lib/contracts/generated/members/messages";
import type { BulkSend } from "@/lib/contracts/members/messages";

/**
 * The interval between reads of the totals while messages have no final status, in milliseconds. The page's
 * stream causes further reads.
 */
const REFRESH_MS = 10_000;

/** Draws the progress of a bulk send, above the list of its messages. */
export function SendTotals({ id }: { id: string }) {
  const refetchIntervalMs = (send: BulkSend | undefined) => (send?.waiting ? REFRESH_MS : undefined);
  const read = useMember(readBulkSendOperation, { id }, { refetchIntervalMs });
  if (read.error && !read.data) return <FailedState message={read.error.message} />;
  return (
    <section
      aria-label="This send"
      className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-page px-4 py-3 text-sm tabular-nums"
    >
      {read.data ? <Totals send={read.data} /> : null}
      {read.data && read.data.cancellable > 0 ? (
        <May call={cancelSendOperation}>
          <div className="flex flex-wrap gap-2">
            {read.data.paused > 0 ? <ResumeSend id={id} send={read.data} /> : <PauseSend id={id} />}
            <CancelSend id={id} send={read.data} />
          </div>
        </May>
      ) : null}
    </section>
  );
}

function Totals({ send }: { send: BulkSend }) {
  const { acceptedAt, sendAt, lastSendAt, total, delivered, failed, cancelled, waiting, cancellable } = send;
  const { paused, pausedUntil } = send;
  return (
    <p>
      <span className="font-medium">{countOf(total, "message")}</span>{" "}
      {sendAt === null ? (
        <>
          sent <Time isLong isInSentence at={acceptedAt} />
        </>
      ) : (
        <>
          scheduled for <Time isLong isInSentence at={sendAt} />
          {lastSendAt === null ? null : (
            <>
              {" "}
              to <Time isLong isInSentence at={lastSendAt} />
            </>
          )}
        </>
      )}
      : {formatCount(delivered)} delivered, {formatCount(failed)} failed,{" "}
      {cancelled > 0 ? `${formatCount(cancelled)} cancelled, ` : ""}
      {formatCount(waiting)} {cancellable > 0 && cancellable === waiting ? "waiting" : "in progress"}.
      {paused > 0 && pausedUntil !== null ? (
        <>
          {" "}
          <span className="font-medium">{formatCount(paused)} paused</span>: cancels{" "}
          <Time isLong isInSentence at={pausedUntil} /> unless resumed.
        </>
      ) : null}
    </p>
  );
}
