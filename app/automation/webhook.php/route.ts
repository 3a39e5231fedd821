import { route } from "@/lib/http/handler";
import { integration } from "@/lib/http/integration";
import { automation } from "@/lib/integrations/kinds/workflow";

/** Spec 4.15: automation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: integration(automation) });
