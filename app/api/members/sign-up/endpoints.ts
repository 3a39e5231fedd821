import { signUp } from "@/lib/accounts/forgotten-password";
import { signUpOperation } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { visitor } from "@/lib/http/member";

export const SIGN_UP_ENDPOINTS = tableOf([
  {
    ...visitor(signUpOperation, ({ db, input, address, now }) =>
      signUp(db, input, { address, authSecret: authSecret() }, now),
    ),
    exists: () => env().signupOpen,
  },
]);
