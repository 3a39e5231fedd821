import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Not found" };

/** Shown for every page address that does not exist. */
export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col items-start justify-center gap-5 px-6">
      <p className="font-mono text-sm text-accent">404</p>
      <h1 className="text-3xl font-semibold tracking-tight text-balance">There is nothing at this address</h1>
      <p className="text-muted">The page may have moved, or the address has a slip in it.</p>
      <Link href="/" className="font-medium text-accent underline underline-offset-4">
        Back to the start
      </Link>
    </main>
  );
}
