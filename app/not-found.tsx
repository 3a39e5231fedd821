import type { Metadata } from "next";
import Link from "next/link";
import { Framed } from "@/app/_components/framed";
import { shellMemberOf } from "@/app/_session/shell-member";
import { findSignedIn } from "@/app/_session/signed-in-member";
import { Wordmark } from "@/components/shell/mark";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Page not found" };

/** Draws the page for unknown addresses, with the menu for signed-in readers. */
export default async function NotFound() {
  // Next renders this with every page, so a missing database must not make it fail.
  const member = await findSignedIn().catch(() => null);
  if (!member) {
    return (
      <main className="grid min-h-dvh place-items-center px-6 py-12">
        <div className="flex flex-col items-center gap-10">
          <Link href="/" className="flex min-h-11 items-center">
            <Wordmark />
          </Link>
          <Missing href="/" />
        </div>
      </main>
    );
  }
  return (
    <Framed member={shellMemberOf(member)} isSimulated={env().carrier === "simulator"}>
      <div className="grid min-h-[70dvh] place-items-center">
        <Missing href="/overview" />
      </div>
    </Framed>
  );
}

function Missing({ href }: { href: string }) {
  return (
    <div className="flex max-w-prose flex-col items-center gap-4 text-center">
      <p className="font-mono text-sm text-accent">404</p>
      <h1 className="text-3xl font-semibold tracking-tight text-balance">Page not found</h1>
      <p className="text-muted text-balance">Check the address.</p>
      <Link href={href} className={`finger font-medium ${LINK_IN_TEXT}`}>
        Go to home page
      </Link>
    </div>
  );
}
