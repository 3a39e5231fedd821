import { ENDPOINTS } from "@/app/api/members/generated/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

export const MEMBER_TABLE = joinTables(...ENDPOINTS);
