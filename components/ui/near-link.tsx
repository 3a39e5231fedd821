"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page when somebody is about to follow it. Prefetching many links at once would
 * hold up what the page itself waits for.
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
