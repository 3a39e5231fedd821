"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { MemberFrame } from "@/app/_components/member-frame";

const Frame = lazy(async () => ({ default: (await import("./member-frame")).MemberFrame }));

/**
 * The Members Area's frame, where it may not be needed. Next names the page for addresses that do not exist beside
 * every page, with its code. Any component of ours here would be loaded twice by every other page.
 */
export function Framed(props: ComponentProps<typeof MemberFrame>) {
  return (
    <Suspense fallback={null}>
      <Frame {...props} />
    </Suspense>
  );
}
