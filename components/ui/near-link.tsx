"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link whose page is fetched when somebody is about to follow it. Where there are many on every page, fetching them
 * all at once would hold up what the page itself is waiting for.
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
