import { toDataURL } from "qrcode";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { beginFactor } from "@/lib/auth/second-factor/second-factor";
import { lockSignIn } from "@/lib/auth/sessions/lock-session";
import { beginSecondFactor } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** A new second factor, with the picture that an app scans. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(beginSecondFactor, async ({ db, member, session, input, address, now }) => {
    await confirmOwnPassword(db, member, { password: input.password, address }, now);
    const factor = await db.transaction(async (tx) => {
      await lockSignIn(tx, session, now);
      return beginFactor(tx, { accountId: member.personId, email: member.email }, authSecret());
    });
    return { ...factor, picture: await toDataURL(factor.uri, { margin: 1, width: 220 }) };
  }),
});
