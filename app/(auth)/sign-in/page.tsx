import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { Suspense } from "react";
import { SignInForm } from "@/app/(auth)/sign-in/_components/sign-in-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign in" };

/** The way into the Members Area. */
export default async function SignInPage() {
  // Whether anybody can make an account is a setting of the server that runs, not of the build.
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
