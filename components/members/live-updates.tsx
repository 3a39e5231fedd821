"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CHANGE_KINDS, type ChangeKind, READS_OF } from "@/lib/contracts/members/changes";

/**
 * The address of the stream, as in `streamEvents`. Importing that declaration would load much code on every
 * page.
 */
const STREAM_PATH = "/api/members/events";

/** A read that every page makes. It fails if the session has ended. */
const SESSION_READ = "/api/members/me";

/**
 * The interval at which a page without a stream reads everything again and requests a stream, in
 * milliseconds.
 */
const POLL_MS = 30_000;

/**
 * The shortest time between two reads, in milliseconds, and the same as a multiple of the last read's
 * duration, for a slow server.
 */
const MIN_GAP_MS = 1_000;
const GAP_FACTOR = 4;

/** The interval between checks for responses to the page's own changes, in milliseconds. */
const ANSWER_LOOK_MS = 200;

/**
 * Keeps the data of a page up to date (rules: live pages). While the page is visible, a stream names changed
 * data, and the page reads that data again.
 * @param since the change mark from just before the page's first reads.
 */
export function LiveUpdates({ since }: { since: string }) {
  const client = useQueryClient();
  const [first] = useState(since);
  useEffect(() => keepLive(client, first), [client, first]);
  return null;
}

/**
 * Opens a stream whenever the page becomes visible.
 * @returns a function that ends this.
 */
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
      // The browser reopens a broken connection by itself. It does not reopen a refused one.
      if (opened.readyState !== EventSource.CLOSED) return;
      // EventSource reports no reason. If the session has ended, this read leads to the sign-in page.
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

/**
 * Returns the paths of the reads that show the changed data. Ignores unknown kinds: a server with a newer
 * build may send them.
 */
function readsOf(changed: readonly ChangeKind[]): string[] {
  return changed.flatMap((kind) => READS_OF[kind] ?? []);
}

/**
 * Returns a function that reads data again if its path begins with one of the given paths. Reads run one
 * after the other, and wait while a change of this page has no response.
 */
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
