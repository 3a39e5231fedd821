import type { Metadata } from "next";
import { Suspense } from "react";
import { ResetPasswordForm } from "@/app/(auth)/reset-password/_components/reset-password-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";

// The address contains the link's token, so other sites must not receive it.
export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** Draws the page of a link to choose a new password. */
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
