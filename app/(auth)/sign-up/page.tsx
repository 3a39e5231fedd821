import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { SignUpForm } from "@/app/(auth)/sign-up/_components/sign-up-form";
import { AuthFrame } from "@/components/auth/auth-frame";
import { Providers } from "@/components/members/providers";
import { env } from "@/lib/env";
import { countries } from "@/lib/numbers/countries";

export const metadata: Metadata = { title: "Create account" };

/** Draws the page for a new account if sign-up is open. */
export default async function SignUpPage() {
  // A setting of the running server. A build does not know it.
  await connection();
  if (!env().signupOpen) notFound();
  return (
    <Providers>
      <AuthFrame title="Create account">
        <SignUpForm countries={countries()} />
      </AuthFrame>
    </Providers>
  );
}
