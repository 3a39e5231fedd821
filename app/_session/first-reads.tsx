import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { FirstRead } from "@/app/_session/first-read";

/** The headers that a read gets from the page's request: the session and the client's address. */
const PASSED_ON = ["cookie", "x-forwarded-for", "host"];

/**
 * Renders a page with its first data, so that the layout does not shift later. If a read fails here, the
 * browser repeats it and shows the reason for a refusal.
 */
export async function FirstReads({ reads, children }: { reads: readonly FirstRead[]; children: ReactNode }) {
  const asked = await headers();
  const passedOn = new Headers(PASSED_ON.map((name): [string, string] => [name, asked.get(name) ?? ""]));
  const client = new QueryClient();
  await Promise.all(
    reads.map(async ({ key, read }) => {
      const data = await read(passedOn).catch(() => undefined);
      if (data !== undefined) client.setQueryData(key, data);
    }),
  );
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
