import type { Metadata } from "next";
import { headers } from "next/headers";
import { ConfirmSender } from "@/app/confirm-email-sender/_components/confirm-sender";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { readConfirmation } from "@/lib/email-to-sms/senders/confirm-sender";
import { forwardedAddress } from "@/lib/http/body/client-address";

// The address contains the link's token, so other sites must not receive it.
export const metadata: Metadata = { title: "Email to SMS", referrer: "no-referrer" };

async function readInTurn(token: string, turn: string) {
  const cell = await databaseOfCredential(db(), token, turn);
  return inCallerTurn(cell, turn, () => readConfirmation(cell, token, now()));
}

type Props = { searchParams: Promise<{ token?: string | string[] }> };

/**
 * Draws the page that confirms an email sender. Opening it confirms nothing, because mail scanners open links
 * too.
 */
export default async function ConfirmEmailSenderPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const turn = turnOfAddress(forwardedAddress((await headers()).get("x-forwarded-for")));
  const asked = typeof token === "string" ? await readInTurn(token, turn) : null;
  return (
    <Providers>
      <AuthFrame title="Email to SMS">
        {asked && typeof token === "string" ? (
          <ConfirmSender token={token} {...asked} />
        ) : (
          <p>
            This link has expired or was already used. The account owner can send a new one from Integrations.
          </p>
        )}
      </AuthFrame>
    </Providers>
  );
}
