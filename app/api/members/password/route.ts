import { changePassword } from "@/lib/auth/passwords/change-password";
import { changePasswordOperation } from "@/lib/contracts/members/account";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

/** A new password for who knows the present one. The browser goes on with a new session; every other one ends. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changePasswordOperation, async ({ db, member, session, input, place, now }) => {
    const renewed = await changePassword(
      db,
      { ...session, email: member.email },
      { ...input, ...place },
      now,
    );
    return Response.json({ success: true }, { headers: { "Set-Cookie": await sessionSetCookie(renewed) } });
  }),
});
