"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CHANGE_KINDS, type ChangeKind, READS_OF } from "@/lib/contracts/members/changes";

/** Where the stream is, as `streamEvents` declares it. What declares it would be much to load on every page. */
const STREAM_PATH = "/api/members/events";

/** The read of every page that says whether its session still lasts. */
const SESSION_READ = "/api/members/me";

/** How often a page without a stream reads everything again, and asks for one, in milliseconds. */
const POLL_MS = 30_000;

/** Shortest time between two readings, and how many times as long as a reading it is, for a server that is slow. */
const MIN_GAP_MS = 1_000;
const GAP_FACTOR = 4;

/** How soon a page looks again whether its own changes were answered. */
const ANSWER_LOOK_MS = 200;

/**
 * Keeps what a page shows up to date (rules: live pages): while it is seen it has a stream that tells what has
 * changed, and reads that again.
 * @param since the change mark of the moment before the page's first reads.
 */
export function LiveUpdates({ since }: { since: string }) {
  const client = useQueryClient();
  const [first] = useState(since);
  useEffect(() => keepLive(client, first), [client, first]);
  return null;
}

/** Opens a stream whenever the page is seen. @returns what ends it. */
function keepLive(client: QueryClient, since: string): () => void {
  let mark = since;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = rereading(client);
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(`${STREAM_PATH}?${new URLSearchParams({ since: mark })}`);
    source = opened;
    let wasOpen = false;
    opened.onopen = () => {
      wasOpen = true;
    };
    opened.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      mark = lastEventId;
      readAgain(readsOf((JSON.parse(data) as { changed: ChangeKind[] }).changed));
    };
    opened.onerror = () => {
      // A connection that broke comes back by itself. One that was refused does not.
      if (opened.readyState !== EventSource.CLOSED) return;
      // Why is not said. Where the session has ended, this leads to signing in.
      if (wasOpen) readAgain([SESSION_READ]);
      timer = setTimeout(() => {
        readAgain(readsOf(CHANGE_KINDS));
        open();
      }, POLL_MS);
    };
  };
  const follow = () => (document.visibilityState === "visible" ? open() : close());
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

/** The paths of the reads that show what has changed. A server of a newer build may name kinds not known here. */
function readsOf(changed: readonly ChangeKind[]): string[] {
  return changed.flatMap((kind) => READS_OF[kind] ?? []);
}

/** Reads again what begins with these paths, one reading after the other; not while a change of the page's own has no answer. */
function rereading(client: QueryClient): (beginnings: readonly string[]) => void {
  const waiting = new Set<string>();
  let isRunning = false;
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const run = async () => {
    isRunning = true;
    while (waiting.size > 0) {
      if (client.isMutating() > 0) {
        await sleep(ANSWER_LOOK_MS);
        continue;
      }
      const paths = [...waiting];
      waiting.clear();
      const beganAt = performance.now();
      await client.invalidateQueries({ predicate: ({ queryKey }) => isUnder(String(queryKey[0]), paths) });
      await sleep(Math.max(MIN_GAP_MS, (performance.now() - beganAt) * GAP_FACTOR));
    }
    isRunning = false;
  };
  return (beginnings) => {
    for (const path of beginnings) waiting.add(path);
    if (!isRunning) void run();
  };
}

function isUnder(path: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => path === beginning || path.startsWith(`${beginning}/`));
}
