import type { MemberRoute } from "@/lib/contracts/members/operation";
import * as accountRoutes from "@/lib/contracts/routes/account-routes";
import * as adminRoutes from "@/lib/contracts/routes/admin-routes";
import * as billingRoutes from "@/lib/contracts/routes/billing-routes";
import * as contactRoutes from "@/lib/contracts/routes/contact-routes";
import * as developerRoutes from "@/lib/contracts/routes/developer-routes";
import * as integrationRoutes from "@/lib/contracts/routes/integration-routes";
import * as messagingRoutes from "@/lib/contracts/routes/messaging-routes";
import * as peopleRoutes from "@/lib/contracts/routes/people-routes";
import * as webhookRoutes from "@/lib/contracts/routes/webhook-routes";

/** All declared operations of the Members Area. */
export const MEMBER_ROUTES: readonly MemberRoute[] = [
  accountRoutes,
  billingRoutes,
  contactRoutes,
  developerRoutes,
  integrationRoutes,
  messagingRoutes,
  peopleRoutes,
  webhookRoutes,
].flatMap((area) => Object.values(area));

/** All declared operations of Administration. */
export const ADMIN_ROUTES: readonly MemberRoute[] = Object.values(adminRoutes);
