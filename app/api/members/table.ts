import { ENDPOINTS } from "@/app/api/members/generated/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

/** The endpoints of the Members Area by path. */
export const MEMBER_TABLE = joinTables(...ENDPOINTS);
