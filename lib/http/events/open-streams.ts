import { db } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { ChangeWatch } from "@/lib/http/events/change-watch";
import {
  EventStream,
  STREAM_TIMES,
  type StreamOwner,
  type StreamTimes,
} from "@/lib/http/events/event-stream";
import { processWide } from "@/lib/process-wide";

/** The most streams of an account that this process has open at once, and the most of all accounts together. */
const MAX_STREAMS_EACH = 10;
const MAX_STREAMS = 500;

/** The seconds after which a rejected page should try again. */
const RETRY_AFTER_SECONDS = "30";

type Streams = { watch: ChangeWatch; open: Map<EventStream, number>; isClosing: boolean };

const current = processWide<Streams>("gatewayEventStreams", () => ({
  watch: new ChangeWatch(db),
  open: new Map(),
  isClosing: false,
}));

/**
 * Opens a stream that sends the changes of an account to a page (rules: live pages).
 * @throws GatewayError `too_many_requests` if the account has its most streams, `unavailable` if the process has, or
 * is about to stop.
 */
export function openStream(owner: StreamOwner, times: StreamTimes = STREAM_TIMES): Response {
  const { watch, open, isClosing } = current.value;
  const wait = { "Retry-After": RETRY_AFTER_SECONDS };
  // A viewer's streams count for the administrator, and use no place of the account's own pages.
  const { ownAccountId: accountId } = owner.member;
  if ([...open.values()].filter((each) => each === accountId).length >= MAX_STREAMS_EACH)
    throw new GatewayError("too_many_requests", "This account has too many pages open.", wait);
  if (isClosing || open.size >= MAX_STREAMS)
    throw new GatewayError(
      "unavailable",
      "The server has too many open pages. Try again in half a minute.",
      wait,
    );
  const stream = new EventStream(owner, db, times);
  open.set(stream, accountId);
  return stream.open(
    (watcher) => watch.watch(watcher),
    () => open.delete(stream),
  );
}

/** Ends every stream and opens no more, when the process is about to stop. */
export function endStreams(): void {
  const streams = current.value;
  streams.isClosing = true;
  for (const stream of [...streams.open.keys()]) stream.end();
}
