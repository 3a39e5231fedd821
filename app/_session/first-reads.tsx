import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { FirstRead } from "@/app/_session/first-read";

/** Headers passed on with a read: who asks, and from which address. */
const PASSED_ON = ["cookie", "x-forwarded-for", "host"];

/**
 * Renders a page with the data that it shows first, so that nothing moves later. The browser repeats a read
 * that fails here, and shows why it is refused.
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
