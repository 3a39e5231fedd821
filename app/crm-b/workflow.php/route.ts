import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmB } from "@/lib/integrations/kinds/workflow";

/** Spec 4.15: crm-b. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmB) });
