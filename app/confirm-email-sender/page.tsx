import type { Metadata } from "next";
import { ConfirmSender } from "@/app/confirm-email-sender/_components/confirm-sender";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";
import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { readConfirmation } from "@/lib/email-to-sms/senders/confirm-sender";

// The link's token stands in the address, so no other site may learn it.
export const metadata: Metadata = { title: "Email to SMS", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

/**
 * The page of the link that confirms who may send texts by email. Opening it confirms nothing, since mail
 * scanners do that.
 */
export default async function ConfirmEmailSenderPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const asked =
    typeof token === "string"
      ? await readConfirmation(await databaseOfCredential(db(), token), token, now())
      : null;
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
