import { ADMIN_TABLE } from "@/app/api/admin/table";
import { routeOf } from "@/lib/http/endpoint-table";

/** Every operation of Administration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(ADMIN_TABLE);
