import { toDataURL } from "qrcode";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { beginFactor, confirmFactor, removeFactor } from "@/lib/auth/second-factor/second-factor";
import { lockSignIn } from "@/lib/auth/sessions/lock-session";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { tableOf } from "@/lib/http/endpoint-table";
import { member, personal } from "@/lib/http/member";

export const SECOND_FACTOR_ENDPOINTS = tableOf([
  member(beginSecondFactor, async ({ db, member, session, input, address, now }) => {
    await confirmOwnPassword(db, member, { password: input.password, address }, now);
    const factor = await db.transaction(async (tx) => {
      await lockSignIn(tx, session, now);
      return beginFactor(tx, { accountId: member.personId, email: member.email }, authSecret());
    });
    return { ...factor, picture: await toDataURL(factor.uri, { margin: 1, width: 220 }) };
  }),
  personal(confirmSecondFactor, "second_factor_on", async (tx, { member, input, now }) => ({
    recoveryCodes: await confirmFactor(
      tx,
      { accountId: member.personId },
      { code: input.code, authSecret: authSecret() },
      now,
    ),
  })),
  personal(
    removeSecondFactor,
    "second_factor_off",
    (tx, { member, address }) => removeFactor(tx, member.personId, address),
    ({ db, member, input, address, now }) =>
      confirmOwnPassword(db, member, { password: input.password, address }, now),
  ),
]);
