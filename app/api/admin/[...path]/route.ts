import { ADMIN_TABLE } from "@/app/api/admin/table";
import { routeOf } from "@/lib/http/endpoint-table";

/** The route of every operation of Administration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(ADMIN_TABLE);
