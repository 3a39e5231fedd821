import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmA } from "@/lib/integrations/kinds/workflow";

/** A text from a CRM workflow, A (rules: integration credentials, integration body). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmA) });
