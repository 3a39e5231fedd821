import { toDataURL } from "qrcode";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { beginFactor } from "@/lib/auth/second-factor/second-factor";
import { beginSecondFactor } from "@/lib/contracts/members/account";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** A new second factor, with the picture that an app scans. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(beginSecondFactor, async ({ db, change, member, input, address, now }) => {
    await confirmOwnPassword(db, member, input.password, address, now);
    const factor = await change((tx) => beginFactor(tx, member, authSecret()));
    return { ...factor, picture: await toDataURL(factor.uri, { margin: 1, width: 220 }) };
  }),
});
