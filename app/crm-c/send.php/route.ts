import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmC } from "@/lib/integrations/kinds/crm-c";

/** Spec 4.15: crm-c. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmC) });
