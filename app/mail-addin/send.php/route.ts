import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crossOrigin } from "@/lib/http/paths/cross-origin";
import { mailAddin } from "@/lib/integrations/kinds/mail-addin";

/** Sends a text for the pages of the mail add-in, which may be on a different host (rules: mail add-in). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  crossOrigin(integration(mailAddin), ["Authorization", "Content-Type", "Idempotency-Key"]),
);
