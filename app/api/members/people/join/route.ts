import { joinAsKnown, joinAsNew } from "@/lib/accounts/people/join-account";
import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import { joinAccountOperation } from "@/lib/contracts/members/people/people";
import { authSecret } from "@/lib/crypto/auth-secret";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { route } from "@/lib/http/handler";
import { visitor } from "@/lib/http/member";
import { browserName } from "@/lib/http/request/browser-name";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

/** The answer to an invitation, for who is new and for who signs in already. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: visitor(
    joinAccountOperation,
    async ({ db: home, input, address, header, now }) => {
      const { token, name, password, code } = input;
      const db = await databaseOfCredential(home, token, turnOfAddress(address));
      if (name !== undefined) {
        await joinAsNew(db, { token, name, password }, address, now);
        return { success: true as const };
      }
      const where = { address, browser: browserName(header("user-agent")), authSecret: authSecret() };
      const claims = await joinAsKnown(db, { token, password, code }, where, now);
      return Response.json({ success: true }, { headers: { "Set-Cookie": await sessionSetCookie(claims) } });
    },
    "invitation",
  ),
});
