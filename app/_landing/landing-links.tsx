import Link from "next/link";

/** Draws the links of the landing page. */
export function LandingLinks({ signupOpen }: { signupOpen: boolean }) {
  const link = "finger font-medium text-accent underline underline-offset-4";
  return (
    <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Link
        href="/docs"
        className="rounded-full bg-accent px-5 py-2.5 font-medium text-on-accent transition-opacity hover:opacity-90"
      >
        Read the documentation
      </Link>
      <Link href="/sign-in" className={link}>
        Sign in
      </Link>
      {signupOpen ? (
        <Link href="/sign-up" className={link}>
          Create account
        </Link>
      ) : null}
    </p>
  );
}
