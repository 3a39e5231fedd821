import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { automation } from "@/lib/integrations/kinds/workflow";

/** Sends a text for an automation (rules: integration credentials, integration body). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(automation) });
