import { issueToken } from "@/lib/auth/keys/issue-token";
import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { open } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";

/** Exchanges an API key for an access token (rules: access tokens). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(issueTokenOperation, async ({ db: home, input, address, note, now }) => {
    const db = await databaseOfCredential(home, input.client_id);
    return issueToken(db, input, { address, onNamed: note.onNamed }, now);
  }),
});
