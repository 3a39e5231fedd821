import { signUp } from "@/lib/accounts/forgotten-password";
import { signUpOperation } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { visitor } from "@/lib/http/member";

/** A new account; there only while the installation lets anybody make one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: visitor(signUpOperation, async ({ db, input, address, now }) => {
      await signUp(db, input, { address, authSecret: authSecret() }, now);
      return { success: true as const };
    }),
  },
  () => env().signupOpen,
);
