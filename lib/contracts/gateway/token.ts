import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { text } from "@/lib/contracts/base/parameters";

/** The API key of the published examples. */
export const EXAMPLE_KEY = { clientId: "cid_0a1b2c3d4e5f6071", clientSecret: "csk_the-secret-shown-once" };

/** The request of a token (rules: access tokens). */
export const tokenRequest = z
  .object({
    client_id: text().meta({
      description: "The client ID of the API key, starting with `cid_`.",
      examples: [EXAMPLE_KEY.clientId],
    }),
    client_secret: text().meta({
      description: "The client secret, shown once when the key was created, starting with `csk_`.",
      examples: [EXAMPLE_KEY.clientSecret],
    }),
  })
  .meta({ id: "TokenRequest", description: "An API key." });

/** The response of a token. `expires_in` is in seconds. */
export const tokenResponse = z
  .object({
    access_token: z.string().meta({
      description: "Sent as `Authorization: Bearer <token>`.",
      examples: ["an-access-token-is-43-letters-and-digits_AB"],
    }),
    token_type: z.literal("Bearer").meta({ description: "How it is sent." }),
    expires_in: z.int().meta({ description: "For how many seconds it is valid.", examples: [86_400] }),
  })
  .meta({ id: "TokenResponse", description: "An access token." });

export type TokenRequest = z.output<typeof tokenRequest>;
export type TokenResponse = z.output<typeof tokenResponse>;

/** Exchanges an API key for an access token (rules: token errors). */
export const issueTokenOperation = operation({
  id: "issueToken",
  method: "POST",
  path: "/gateway/auth/token",
  tag: "Authentication",
  summary: "Exchange an API key for an access token",
  description:
    "Send the token as `Authorization: Bearer <token>` with every other request for 24 hours. Disabling or deleting a key, or its expiry, ends its tokens immediately. Errors have the code in `error` and the text in `message`.",
  callers: "anyone",
  request: tokenRequest,
  logged: { client_id: "value" },
  response: tokenResponse,
  errorStyle: "oauth",
  errors: ["invalid_client"],
  examples: [
    {
      summary: "A token for an API key",
      request: { client_id: EXAMPLE_KEY.clientId, client_secret: EXAMPLE_KEY.clientSecret },
      response: {
        access_token: "an-access-token-is-43-letters-and-digits_AB",
        token_type: "Bearer",
        expires_in: 86_400,
      },
    },
  ],
});
