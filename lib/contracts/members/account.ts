import { z } from "zod";
import { anyText, label, text } from "@/lib/contracts/base/parameters";
import { EVERYONE, EVERYONE_AND_VIEWERS, ROLES, VIEWER, VISITORS } from "@/lib/contracts/base/roles";
import { memberOperation } from "@/lib/contracts/members/operation";

const nothing = z.object({});
export const done = z.object({ success: z.literal(true) });

/** Returns the signed-in person and the account. Money is a decimal text of dollars. */
export const readMe = memberOperation({
  method: "GET",
  path: "/api/members/me",
  roles: EVERYONE_AND_VIEWERS,
  request: nothing,
  response: z.object({
    accountId: z.int(),
    /** The person's address. */
    email: z.string(),
    /** The account's name. */
    name: z.string(),
    /** `viewer` for an administrator who views the account. */
    role: z.enum([...ROLES, VIEWER]),
    /** The accounts that the person belongs to and may enter. The list is empty for a viewer. */
    accounts: z.array(z.object({ accountId: z.int(), name: z.string() })),
    isAdmin: z.boolean(),
    unicodeEnabled: z.boolean(),
    balance: z.string(),
    secondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** True if the network is the simulator, whose phones have a page. */
    simulated: z.boolean(),
  }),
});

/** Changes the password of a person who knows the current one. Every session ends. */
export const changePasswordOperation = memberOperation({
  method: "POST",
  path: "/api/members/password",
  roles: EVERYONE,
  request: z.object({ present: anyText(), next: anyText() }),
  response: done,
});

/** Sends a link to choose a new password. The response does not reveal whether there is such an account. */
export const forgotPassword = memberOperation({
  method: "POST",
  path: "/api/members/password/forgotten",
  roles: VISITORS,
  request: z.object({ email: text() }),
  response: done,
});

/** Creates an account if the installation has open sign-up. A link to choose its password comes by email. */
export const signUpOperation = memberOperation({
  method: "POST",
  path: "/api/members/sign-up",
  roles: VISITORS,
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

/** Sets a new password by the link's token. */
export const resetPasswordOperation = memberOperation({
  method: "POST",
  path: "/api/members/password/reset",
  roles: VISITORS,
  request: z.object({ token: text(), password: anyText() }),
  response: done,
});

/**
 * Creates a second factor, as a text and as an address that an app scans. It is shown once, and counts once it is
 * confirmed.
 */
export const beginSecondFactor = memberOperation({
  method: "POST",
  path: "/api/members/second-factor/begin",
  roles: EVERYONE,
  request: z.object({ password: anyText() }),
  response: z.object({ secret: z.string(), uri: z.string(), picture: z.string() }),
});

/** Turns the second factor on. The recovery codes are shown once. */
export const confirmSecondFactor = memberOperation({
  method: "POST",
  path: "/api/members/second-factor/confirm",
  roles: EVERYONE,
  request: z.object({ code: text() }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Turns the second factor off. */
export const removeSecondFactor = memberOperation({
  method: "POST",
  path: "/api/members/second-factor/remove",
  roles: EVERYONE,
  request: z.object({ password: anyText() }),
  response: done,
});
