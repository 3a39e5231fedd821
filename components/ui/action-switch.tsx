"use client";

import type { ComponentProps } from "react";
import { Switch } from "@/components/controls/switch";

/**
 * A switch for something that the server does: it moves once that is done. Until then it keeps its place and
 * the focus, and cannot be moved again.
 */
export function ActionSwitch({
  isPending,
  ...moved
}: { isPending: boolean } & Omit<ComponentProps<typeof Switch>, "isReadOnly" | "className">) {
  return (
    <div aria-busy={isPending} className={isPending ? "cursor-progress opacity-60" : ""}>
      <Switch {...moved} isReadOnly={isPending} />
    </div>
  );
}
