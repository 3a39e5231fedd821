import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { storefront } from "@/lib/integrations/kinds/storefront";

/** Receives an event of a shop's order (rules: storefront). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(storefront) });
