import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { JoinForm } from "@/app/(auth)/join/_components/join-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { readInvitation } from "@/lib/accounts/people/join-account";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { now } from "@/lib/clock";
import type { Role } from "@/lib/contracts/base/roles";
import { db } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { forwardedAddress } from "@/lib/http/body/client-address";

// The address contains the link's token, so other sites must not receive it.
export const metadata: Metadata = { title: "Join an account", referrer: "no-referrer" };

async function readInTurn(token: string, turn: string) {
  const cell = await databaseOfCredential(db(), token, turn);
  return inCallerTurn(cell, turn, () => readInvitation(cell, token, now()));
}

type Props = { searchParams: Promise<{ token?: string | string[] }> };

/**
 * Draws the page of an invitation's link. It is the same whether or not the address has a password already.
 * Opening it accepts nothing, because mail scanners open links too.
 */
export default async function JoinPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const turn = turnOfAddress(forwardedAddress((await headers()).get("x-forwarded-for")));
  const found = typeof token === "string" ? await readInTurn(token, turn) : null;
  return (
    <Providers>
      <AuthFrame title="Join an account">
        {found && typeof token === "string" ? (
          <JoinForm token={token} account={found.account} email={found.email} role={found.role as Role} />
        ) : (
          <>
            <p>This invitation has expired, or was withdrawn or used. Ask for another one.</p>
            <Link href="/sign-in" className={`finger ${LINK_IN_TEXT}`}>
              Sign in
            </Link>
          </>
        )}
      </AuthFrame>
    </Providers>
  );
}
