"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Draws a link that prefetches its page when the pointer or the focus reaches it. Prefetching many links at
 * once would delay the page's own requests.
 */
export function NearLink(props: ComponentProps<typeof Link>) {
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onMouseEnter={near}
      onTouchStart={near}
      onFocus={near}
    />
  );
}
