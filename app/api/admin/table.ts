import { ACCOUNTS_ENDPOINTS } from "@/app/api/admin/accounts/endpoints";
import { DOMAINS_ENDPOINTS } from "@/app/api/admin/domains/endpoints";
import { FIGURES_ENDPOINTS } from "@/app/api/admin/figures/endpoints";
import { HEALTH_ENDPOINTS } from "@/app/api/admin/health/endpoints";
import { INBOUND_ENDPOINTS } from "@/app/api/admin/inbound/endpoints";
import { MESSAGES_ENDPOINTS } from "@/app/api/admin/messages/endpoints";
import { NETWORKS_ENDPOINTS } from "@/app/api/admin/networks/endpoints";
import { RATES_ENDPOINTS } from "@/app/api/admin/rates/endpoints";
import { SHORTCODES_ENDPOINTS } from "@/app/api/admin/shortcodes/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

/** The endpoints of Administration by path. */
export const ADMIN_TABLE = joinTables(
  ACCOUNTS_ENDPOINTS,
  DOMAINS_ENDPOINTS,
  FIGURES_ENDPOINTS,
  HEALTH_ENDPOINTS,
  INBOUND_ENDPOINTS,
  MESSAGES_ENDPOINTS,
  NETWORKS_ENDPOINTS,
  RATES_ENDPOINTS,
  SHORTCODES_ENDPOINTS,
);
