"use client";

import { Toast } from "@heroui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestError } from "@/components/members/request";

/** What the pages of the Members Area stand in: what has been read from the server, and short notices. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            // A refusal stays one; what cannot be reached may come back.
            retry: (count, error) => count < 2 && !(error instanceof RequestError && error.status >= 400),
          },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toast.Provider placement="bottom" />
    </QueryClientProvider>
  );
}
