import { z } from "zod";
import { MissingAppUrl } from "@/lib/email/missing-app-url";

/** A link to choose a new password. The token is encrypted in the row. */
export const passwordReset = z.object({ token: z.string() });

/**
 * The email with the link.
 * @throws MissingAppUrl where the installation does not know its own address: a link needs one, and none that a request names
 * is believed.
 */
export function writePasswordReset(
  { token }: z.infer<typeof passwordReset>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  if (appUrl === undefined) throw new MissingAppUrl();
  return {
    subject: "Choose a new password",
    text: `Hello,

somebody, probably you, has asked for a new password for this account. Open this within the hour to choose one:

  ${appUrl}/reset-password?token=${encodeURIComponent(token)}

If it was not you, do nothing: the password stays as it is.
`,
  };
}

/** A new account's link to choose its first password. The token is encrypted in the row. */
export const welcome = passwordReset;

/**
 * The first email to a new account: who opens its link has the address.
 * @throws MissingAppUrl where the installation does not know its own address.
 */
export function writeWelcome(
  { token }: z.infer<typeof welcome>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  if (appUrl === undefined) throw new MissingAppUrl();
  return {
    subject: "Your new account",
    text: `Hello,

an account has been made with this address. Open this within the hour to choose its password:

  ${appUrl}/reset-password?token=${encodeURIComponent(token)}

If it was not you, do nothing: without a password the account is of no use to anybody.
`,
  };
}

/** A password that has been changed: by whom who knew the old one, or by a link. */
export const passwordChanged = z.object({ at: z.string(), address: z.string() });

/** The email that tells of it, for whoever did not do it. */
export function writePasswordChanged(
  { at, address }: z.infer<typeof passwordChanged>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const where = appUrl === undefined ? "the sign-in page" : `${appUrl}/forgot-password`;
  return {
    subject: "Your password has been changed",
    text: `Hello,

the password of this account was changed at ${at} New Zealand time, from the address ${address}. Every session has ended.

If it was not you, choose a new one at once by ${where}, and tell whoever runs this gateway.
`,
  };
}
