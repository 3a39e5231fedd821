import { z } from "zod";
import { anyText, label, text } from "@/lib/contracts/base/parameters";
import { ROLES, VIEWER } from "@/lib/contracts/base/roles";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as accountRoutes from "@/lib/contracts/routes/account-routes";
import * as routes from "@/lib/contracts/routes/people-routes";

const nothing = z.object({});
export const done = z.object({ success: z.literal(true) });

/** Who is signed in, and in which account; money as a decimal text of dollars. */
export const readMe = memberOperation({
  ...accountRoutes.readMe,
  request: nothing,
  response: z.object({
    accountId: z.int(),
    /** The person's address. */
    email: z.string(),
    /** The account's name. */
    name: z.string(),
    /** `viewer` for an administrator who views the account. */
    role: z.enum([...ROLES, VIEWER]),
    /** All accounts that the person belongs to and may enter; none for a viewer. */
    accounts: z.array(z.object({ accountId: z.int(), name: z.string() })),
    isAdmin: z.boolean(),
    unicodeEnabled: z.boolean(),
    balance: z.string(),
    secondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** Whether the network is the simulator, whose phones can be looked at. */
    simulated: z.boolean(),
  }),
});

/** A new password for who knows the present one; every session ends. */
export const changePasswordOperation = memberOperation({
  ...routes.changePasswordOperation,
  request: z.object({ present: anyText(), next: anyText() }),
  response: done,
});

/** A link to choose a new password, by email. The answer says nothing of whether there is such an account. */
export const forgotPassword = memberOperation({
  ...routes.forgotPassword,
  request: z.object({ email: text() }),
  response: done,
});

/** A new account, where the installation lets anybody make one; a link to choose its password comes by email. */
export const signUpOperation = memberOperation({
  ...routes.signUpOperation,
  request: z.object({
    name: label(200).trim().min(1, "must not be empty"),
    email: z.email("must be an email address").max(254, "must be an email address"),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters such as NZ")
      .default("NZ"),
  }),
  response: done,
});

/** A new password by the link's token. */
export const resetPasswordOperation = memberOperation({
  ...routes.resetPasswordOperation,
  request: z.object({ token: text(), password: anyText() }),
  response: done,
});

/** A new second factor, shown once: as a text and as an address that an app scans. It counts when it is confirmed. */
export const beginSecondFactor = memberOperation({
  ...routes.beginSecondFactor,
  request: z.object({ password: anyText() }),
  response: z.object({ secret: z.string(), uri: z.string(), picture: z.string() }),
});

/** Turns it on; the recovery codes are shown once. */
export const confirmSecondFactor = memberOperation({
  ...routes.confirmSecondFactor,
  request: z.object({ code: text() }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Turns it off. */
export const removeSecondFactor = memberOperation({
  ...routes.removeSecondFactor,
  request: z.object({ password: anyText() }),
  response: done,
});
