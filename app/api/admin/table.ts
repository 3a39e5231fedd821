import { ENDPOINTS } from "@/app/api/admin/generated/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

/** The endpoints of Administration by path. */
export const ADMIN_TABLE = joinTables(...ENDPOINTS);
