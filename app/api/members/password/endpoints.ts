import { requestResetLink } from "@/lib/accounts/forgotten-password";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { changePassword, resetPassword } from "@/lib/auth/passwords/change-password";
import {
  changePasswordOperation,
  forgotPassword,
  resetPasswordOperation,
} from "@/lib/contracts/members/account";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { tableOf } from "@/lib/http/endpoint-table";
import { member, visitor } from "@/lib/http/member";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

export const PASSWORD_ENDPOINTS = tableOf([
  member(changePasswordOperation, async ({ db, member, session, input, place, now }) => {
    const renewed = await changePassword(
      db,
      { ...session, email: member.email },
      { ...input, ...place },
      now,
    );
    return Response.json({ success: true }, { headers: { "Set-Cookie": await sessionSetCookie(renewed) } });
  }),
  visitor(forgotPassword, ({ db, input, address, now }) => requestResetLink(db, input.email, address, now)),
  visitor(
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
]);
