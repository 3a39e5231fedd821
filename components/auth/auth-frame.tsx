import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/mark";

/** Draws the layout of the pages before the Members Area: one narrow column with a heading. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-6 py-12">
      <Link href="/" className="flex min-h-11 items-center self-start">
        <Wordmark />
      </Link>
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      {children}
    </main>
  );
}
