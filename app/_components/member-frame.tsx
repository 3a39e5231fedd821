"use client";

import type { ComponentProps } from "react";
import { Providers } from "@/components/members/providers";
import { MemberShell } from "@/components/shell/member-shell";

/** The Members Area's frame around a page that is outside it. */
export function MemberFrame(shell: ComponentProps<typeof MemberShell>) {
  return (
    <Providers>
      <MemberShell {...shell} />
    </Providers>
  );
}
