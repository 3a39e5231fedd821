import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ADMIN_TABLE } from "@/app/api/admin/table";
import { MEMBER_TABLE } from "@/app/api/members/table";
import { streamEvents } from "@/lib/contracts/generated/members/events";
import { handlersAt } from "@/lib/http/endpoint-table";
import { compress } from "@/server/http/compress";
import { answerRequest, routeBehind } from "@/server/http/mounted-routes";
import { NodeRequest } from "@/server/http/node-request";
import { inTurns, MEMBERS, STRANGERS, type Turns, turns } from "@/server/http/turns";

/** The tables by the beginning of their paths. */
const AREAS = [
  { start: "/api/members/", table: MEMBER_TABLE },
  { start: "/api/admin/", table: ADMIN_TABLE },
];

/**
 * Answers calls of the Members Area and of Administration in turns of accounts and addresses (rules: page turns).
 * @param others answers all other requests, and the streams of open pages: one process of a server has all streams.
 */
export function answerMembers(others: RequestListener): RequestListener {
  const [members, strangers]: [Turns, Turns] = [turns(MEMBERS), turns(STRANGERS)];
  const answer = inTurns(call, (_, { isMember }) => (isMember ? members : strangers));
  return (request, response) => {
    const { path } = readRequest(request);
    const isStream = path.startsWith(streamEvents.path);
    if (tableAt(path) && !isStream) answer(request, response);
    else others(request, response);
  };
}

function call(incoming: IncomingMessage, response: ServerResponse): void {
  compress(incoming, response);
  const request = readRequest(incoming);
  const handlers = handlersAt(tableAt(request.path) ?? MEMBER_TABLE, request.path);
  answerRequest(response, routeBehind(request.path, handlers), request);
}

const tableAt = (path: string) => AREAS.find(({ start }) => path.startsWith(start))?.table;

function readRequest(incoming: IncomingMessage): NodeRequest {
  const { "x-request-id": requestId, "x-forwarded-for": address } = incoming.headers;
  // The server has removed the headers that only a proxy may send.
  return new NodeRequest(incoming, {
    requestId: String(requestId),
    address: String(address),
    isProxied: true,
  });
}
