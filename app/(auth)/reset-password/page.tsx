import type { Metadata } from "next";
import { Suspense } from "react";
import { ResetPasswordForm } from "@/app/(auth)/reset-password/_components/reset-password-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";

// The link's token stands in the address, so no other site may learn it.
export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** The page that a link to choose a new password leads to. */
export default function ResetPasswordPage() {
  return (
    <Providers>
      <AuthFrame title="Choose a password">
        <Suspense>
          <ResetPasswordForm />
        </Suspense>
      </AuthFrame>
    </Providers>
  );
}
