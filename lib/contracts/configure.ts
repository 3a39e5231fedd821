import { z } from "zod";
import { text } from "@/lib/contracts/parameters";

/** Webhook registration (spec 4.3, 4.4): the URL is looked at by its own rules. */
export const registerRequest = z.object({ url: text() });

/** `GET /gateway/configure` takes nothing but credentials; `POST` one URL for both kinds of event (spec 4.5). */
export const readConfigurationRequest = z.object({});
export const configureRequest = z.object({ webhook_url: text() });

/** Decisions "Queries": `webhook_url` only when both are the same. */
export const configureResponse = z.object({
  success: z.literal(true),
  webhook_url: z.string().nullable(),
  inbound_url: z.string().nullable(),
  delivery_report_url: z.string().nullable(),
  signed: z.boolean(),
});

export type ConfigureResponse = z.output<typeof configureResponse>;
