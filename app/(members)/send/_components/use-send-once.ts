"use client";

import { useState } from "react";
import { newKey } from "@/components/send/check-send";
import { keepRequest, keptRequest } from "@/components/send/drafts";

const NONE = { request: "", key: "" };

/**
 * Sends a form by its idempotency key: the same however often it is sent, and although its page was left before the answer
 * came. Any change gives it another.
 */
export function useSendOnce<Request extends object>(
  send: (request: Request & { key: string }) => Promise<{ sandbox: boolean }>,
) {
  // It is read before an answer to what was sent earlier may forget it.
  const [keyed] = useState(() => ({ current: keptRequest() ?? NONE }));
  return {
    send: (request: Request): void => {
      const content = JSON.stringify(request);
      if (keyed.current.request !== content) keyed.current = { request: content, key: newKey() };
      const forget = keepRequest(keyed.current);
      // The promise ends although the page was left meanwhile. A failure is told by the mutation.
      send({ ...request, key: keyed.current.key }).then(
        ({ sandbox }) => forget(sandbox),
        () => {},
      );
    },
    /** Makes the same form another send. */
    forget: () => {
      keyed.current = NONE;
    },
  };
}
