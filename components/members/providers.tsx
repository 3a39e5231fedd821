"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Notices } from "@/components/controls/notices";
import { OfflineBanner } from "@/components/members/offline-banner";
import { isUnreachable, RequestError } from "@/components/members/request";

/** The longest wait before a retry while the server cannot be reached, in milliseconds. */
const MAX_RETRY_DELAY_MS = 3_000;

/**
 * The time for which data counts as fresh, in milliseconds. The page's stream reports changes during that
 * time.
 */
const FRESH_MS = 60_000;

/** The number of retries after a failure of a server that responds. */
const MAX_RETRIES = 2;

/**
 * Returns true for an error that a retry would repeat. A server that is starting or overloaded returns other
 * errors.
 */
function isRefusal(error: Error): boolean {
  return error instanceof RequestError && ![502, 503, 504].includes(error.status);
}

/** Provides the pages of the Members Area with the cache of the server's data, and with notices. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: FRESH_MS,
            // A refusal is final. A server that cannot be reached may come back, so the request is retried
            // until then.
            retry: (count, error) => isUnreachable(error) || (count < MAX_RETRIES && !isRefusal(error)),
            retryDelay: (count) => Math.min(500 * 2 ** count, MAX_RETRY_DELAY_MS),
          },
          // A change that the page reported as failed must not run later.
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
