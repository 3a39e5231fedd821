import { issueToken } from "@/lib/accounts/issue-token";
import { tokenRequest } from "@/lib/contracts/token";
import { gateway, open } from "@/lib/http/gateway";

/** Spec 4.1: exchanges an API key for an access token. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gateway(
  { POST: open(tokenRequest, ({ db, input, address, now }) => issueToken(db, input, address, now)) },
  "oauth",
);
