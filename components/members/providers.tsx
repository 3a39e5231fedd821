"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Notices } from "@/components/controls/notices";
import { OfflineBanner } from "@/components/members/offline-banner";
import { isUnreachable, RequestError } from "@/components/members/request";

/** The longest wait before a server that cannot be reached is asked again, in milliseconds. */
const MAX_RETRY_DELAY_MS = 3_000;

/** How long what was read counts as fresh, in milliseconds: what changes meanwhile, the page's stream tells. */
const FRESH_MS = 60_000;

/** How often a server that answers is asked again after it has failed. */
const MAX_RETRIES = 2;

/** An answer that will be the same next time. A server that is starting or overloaded gives another. */
function isRefusal(error: Error): boolean {
  return error instanceof RequestError && ![502, 503, 504].includes(error.status);
}

/** What the pages of the Members Area stand in: what has been read from the server, and short notices. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: FRESH_MS,
            // A refusal stays one. A server that cannot be reached may come back: it is asked until it does.
            retry: (count, error) => isUnreachable(error) || (count < MAX_RETRIES && !isRefusal(error)),
            retryDelay: (count) => Math.min(500 * 2 ** count, MAX_RETRY_DELAY_MS),
          },
          // A change that was reported as failed must not be made later by itself.
          mutations: { networkMode: "always" },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <OfflineBanner />
      {children}
      <Notices />
    </QueryClientProvider>
  );
}
