import { z } from "zod";
import { text } from "@/lib/contracts/parameters";

/** Token request (spec 2, 4.1). */
export const tokenRequest = z.object({
  client_id: text(),
  client_secret: text(),
});

/** Token response (spec 2): `expires_in` in seconds. */
export const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
});

export type TokenRequest = z.output<typeof tokenRequest>;
export type TokenResponse = z.output<typeof tokenResponse>;
