import { resetPassword } from "@/lib/auth/passwords/change-password";
import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import { resetPasswordOperation } from "@/lib/contracts/members/account";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { route } from "@/lib/http/handler";
import { visitor } from "@/lib/http/member";

/** A new password by a link. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: visitor(
    resetPasswordOperation,
    async ({ db, input, address, now }) => {
      await resetPassword(
        await databaseOfCredential(db, input.token, turnOfAddress(address)),
        input,
        address,
        now,
      );
      return { success: true as const };
    },
    "password",
  ),
});
