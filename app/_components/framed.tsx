"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { MemberFrame } from "@/app/_components/member-frame";

const Frame = lazy(async () => ({ default: (await import("./member-frame")).MemberFrame }));

/**
 * Draws the Members Area's frame on demand. Next adds the page for unknown addresses, with its code, to every
 * page. A shared component here would be loaded twice by every other page.
 */
export function Framed(props: ComponentProps<typeof MemberFrame>) {
  return (
    <Suspense fallback={null}>
      <Frame {...props} />
    </Suspense>
  );
}
