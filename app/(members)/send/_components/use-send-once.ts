"use client";

import { useState } from "react";
import { newKey } from "@/components/send/check-send";
import { keepRequest, keptRequest } from "@/components/send/drafts";

const NONE = { request: "", key: "" };

/**
 * Sends a form with an idempotency key. The key is the same for all repeats, even after the reader left the
 * page before the response. A change of the form creates a new key.
 */
export function useSendOnce<Request extends object>(
  send: (request: Request & { key: string }) => Promise<{ sandbox: boolean }>,
) {
  // Read here, before the response to an earlier request can delete it.
  const [keyed] = useState(() => ({ current: keptRequest() ?? NONE }));
  return {
    send: (request: Request): void => {
      const content = JSON.stringify(request);
      if (keyed.current.request !== content) keyed.current = { request: content, key: newKey() };
      const forget = keepRequest(keyed.current);
      // The promise settles even if the reader has left the page meanwhile. The mutation reports a failure.
      send({ ...request, key: keyed.current.key }).then(
        ({ sandbox }) => forget(sandbox),
        () => {},
      );
    },
    /** Makes the next send of the same form a new one. */
    forget: () => {
      keyed.current = NONE;
    },
  };
}
