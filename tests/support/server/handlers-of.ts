import { ADMIN_TABLE } from "@/app/api/admin/table";
import * as stream from "@/app/api/members/events/route";
import { MEMBER_TABLE } from "@/app/api/members/table";
import { streamEvents } from "@/lib/contracts/generated/members/events";
import type { EndpointTable } from "@/lib/http/endpoint-table";
import type { Handlers } from "@/lib/http/handler";

const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = stream;

/** The handlers of the Members Area and of Administration. */
export const ALL_HANDLERS: EndpointTable = new Map([
  ...MEMBER_TABLE,
  ...ADMIN_TABLE,
  [streamEvents.path, { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS }],
]);

/**
 * Returns the handlers of a path of the Members Area or of Administration.
 * @throws Error if no operation has this path.
 */
export function handlersOf(path: string): Handlers {
  const handlers = ALL_HANDLERS.get(path);
  if (!handlers) throw new Error(`No operation has the path ${path}.`);
  return handlers;
}
