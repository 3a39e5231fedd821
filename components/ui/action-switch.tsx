"use client";

import type { ComponentProps } from "react";
import { Switch } from "@/components/controls/switch";

/**
 * Draws a switch for an action of the server. It moves when the action is done. Until then it keeps its place
 * and the focus, and cannot be switched.
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
