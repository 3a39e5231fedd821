import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/app/(auth)/forgot-password/_components/forgot-password-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";

export const metadata: Metadata = { title: "Reset password" };

/** Draws the page that requests a link to choose a new password. */
export default function ForgotPasswordPage() {
  return (
    <Providers>
      <AuthFrame title="Reset password">
        <ForgotPasswordForm />
      </AuthFrame>
    </Providers>
  );
}
