import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmA } from "@/lib/integrations/kinds/workflow";

/** Sends a text for a CRM workflow, A (rules: integration credentials, integration body). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmA) });
