import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmB } from "@/lib/integrations/kinds/workflow";

/** Sends a text for a CRM workflow, B (rules: integration credentials, integration body). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmB) });
