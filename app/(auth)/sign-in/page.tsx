import type { Metadata } from "next";
import { Suspense } from "react";
import { SignInForm } from "@/app/(auth)/sign-in/_components/sign-in-form";
import { AuthFrame } from "@/components/auth/auth-frame";

export const metadata: Metadata = { title: "Sign in" };

/** The way into the Members Area. */
export default function SignInPage() {
  return (
    <AuthFrame title="Sign in">
      <Suspense>
        <SignInForm />
      </Suspense>
    </AuthFrame>
  );
}
