import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { crmA } from "@/lib/integrations/kinds/workflow";

/** Spec 4.15: crm-a. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(crmA) });
