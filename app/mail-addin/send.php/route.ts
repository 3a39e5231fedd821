import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crossOrigin } from "@/lib/http/paths/cross-origin";
import { mailAddin } from "@/lib/integrations/kinds/mail-addin";

/** Called by the pages of the mail add-in, wherever this installation's own pages are (rules: mail add-in). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  crossOrigin(integration(mailAddin), ["Authorization", "Content-Type", "Idempotency-Key"]),
);
