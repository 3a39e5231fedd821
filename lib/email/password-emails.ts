import { z } from "zod";
import { MissingAppUrl } from "@/lib/email/missing-app-url";

/** A link to choose a new password. The token is encrypted in the row. */
export const passwordReset = z.object({ token: z.string() });

/**
 * Writes the email with the link.
 * @throws MissingAppUrl if the installation does not know its own address. The address in a request is not
 * trustworthy.
 */
export function writePasswordReset(
  { token }: z.infer<typeof passwordReset>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  if (appUrl === undefined) throw new MissingAppUrl();
  return {
    subject: "Reset your password",
    text: `Hello,

Someone, probably you, asked to reset the password of this account. Open this link within one hour to choose a new one:

  ${appUrl}/reset-password?token=${encodeURIComponent(token)}

If this wasn't you, ignore this email. Your password stays the same.
`,
  };
}

/** A new account's link to choose its first password. The token is encrypted in the row. */
export const welcome = passwordReset;

/**
 * Writes the first email to a new account. Its link proves that the reader has the address.
 * @throws MissingAppUrl if the installation does not know its own address.
 */
export function writeWelcome(
  { token }: z.infer<typeof welcome>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  if (appUrl === undefined) throw new MissingAppUrl();
  return {
    subject: "Your new account",
    text: `Hello,

An account was created with this address. Open this link within one hour to choose a password:

  ${appUrl}/reset-password?token=${encodeURIComponent(token)}

If this wasn't you, ignore this email. The account can't be used without a password.
`,
  };
}

/** A password that was changed by a person who knew the old one, or by a link. */
export const passwordChanged = z.object({ at: z.string(), address: z.string() });

/** Writes the email about a changed password, for an owner who did not change it. */
export function writePasswordChanged(
  { at, address }: z.infer<typeof passwordChanged>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const where = appUrl === undefined ? "the sign-in page" : `${appUrl}/forgot-password`;
  return {
    subject: "Your password was changed",
    text: `Hello,

The password of this account was changed at ${at} NZ time from IP address ${address}. All sessions were signed out.

If this wasn't you, reset your password now at ${where} and tell your provider.
`,
  };
}
