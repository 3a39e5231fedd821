import { issueToken } from "@/lib/auth/keys/issue-token";
import { databaseOfCredential } from "@/lib/cells/cells";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { open } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";

/** Exchanges an API key for an access token (rules: access tokens). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(issueTokenOperation, ({ db, input, address, note, now }) =>
    issueToken(databaseOfCredential(db, input.client_id), input, { address, onNamed: note.onNamed }, now),
  ),
});
