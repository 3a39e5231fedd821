import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { Suspense } from "react";
import { SignInForm } from "@/app/(auth)/sign-in/_components/sign-in-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign in" };

/** Draws the sign-in page. */
export default async function SignInPage() {
  // Sign-up is a setting of the running server. A build does not know it.
  await connection();
  return (
    <AuthFrame title="Sign in">
      <Suspense>
        <SignInForm />
      </Suspense>
      {env().signupOpen ? (
        <Link href="/sign-up" className="text-center text-sm text-accent underline underline-offset-4">
          Create account
        </Link>
      ) : null}
    </AuthFrame>
  );
}
