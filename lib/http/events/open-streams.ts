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

/** How many streams an account may have open at once, and all accounts together, in this process. */
const MAX_STREAMS_EACH = 10;
const MAX_STREAMS = 500;

/** In how many seconds a page that was refused should ask again. */
const RETRY_AFTER_SECONDS = "30";

type Streams = { watch: ChangeWatch; open: Map<EventStream, number>; isClosing: boolean };

const current = processWide<Streams>("gatewayEventStreams", () => ({
  watch: new ChangeWatch(db),
  open: new Map(),
  isClosing: false,
}));

/**
 * Opens a stream that tells a page of an account what has changed (rules: live pages).
 * @throws GatewayError `too_many_requests` where the account has its most, `unavailable` where the process has, or
 * is about to stop.
 */
export function openStream(owner: StreamOwner, times: StreamTimes = STREAM_TIMES): Response {
  const { watch, open, isClosing } = current.value;
  const wait = { "Retry-After": RETRY_AFTER_SECONDS };
  // A viewer's streams count for the administrator: they take no place of the account's own pages.
  const { ownAccountId: accountId } = owner.member;
  if ([...open.values()].filter((each) => each === accountId).length >= MAX_STREAMS_EACH)
    throw new GatewayError("too_many_requests", "This account has too many pages open.", wait);
  if (isClosing || open.size >= MAX_STREAMS)
    throw new GatewayError("unavailable", "No more pages can be kept up to date just now.", wait);
  const stream = new EventStream(owner, db, times);
  open.set(stream, accountId);
  return stream.open(
    (watcher) => watch.watch(watcher),
    () => open.delete(stream),
  );
}

/** Ends every stream, and opens no more: the process is about to stop. */
export function endStreams(): void {
  const streams = current.value;
  streams.isClosing = true;
  for (const stream of [...streams.open.keys()]) stream.end();
}
