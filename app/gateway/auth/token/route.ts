import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { noteVerifiedAddress } from "@/lib/auth/limits/strangers";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { open } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { takeRequest } from "@/lib/http/limits/rate-limit";

/** Exchanges an API key for an access token (rules: access tokens). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: open(issueTokenOperation, "client", async ({ db: home, input, address, note, now }) => {
    const db = await databaseOfCredential(home, input.client_id, turnOfAddress(address));
    const onVerified = (accountId: number) => {
      noteVerifiedAddress(address, now);
      // The contract has no headers for the remaining limit.
      takeRequest(accountId, {});
    };
    return issueToken(db, input, { address, onNamed: note.onNamed, onVerified }, now);
  }),
});
