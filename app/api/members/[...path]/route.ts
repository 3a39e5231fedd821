import { MEMBER_TABLE } from "@/app/api/members/table";
import { routeOf } from "@/lib/http/endpoint-table";

/** The route of every operation of the Members Area, except for the stream of an open page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(MEMBER_TABLE);
