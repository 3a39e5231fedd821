import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmC } from "@/lib/integrations/kinds/crm-c";

/** Sends a text for a CRM function, C (rules: crm-c). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmC) });
