import { ENDPOINTS } from "@/app/api/admin/generated/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

export const ADMIN_TABLE = joinTables(...ENDPOINTS);
