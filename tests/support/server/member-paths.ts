/**
 * A request without a session, and its response: the status, the header `Allow`, and true if a worker
 * forwards the request.
 */
type Row = readonly [
  request: `${string} ${string}`,
  status: number,
  allow?: string | null,
  isForwarded?: boolean,
];

const READ = "GET, HEAD";
const BOTH = "GET, HEAD, POST";

const ROWS: readonly Row[] = [
  ["GET /api/members/contacts", 401],
  ["HEAD /api/members/contacts", 401],
  ["POST /api/members/contacts", 401],
  ["PUT /api/members/contacts", 405, BOTH],
  ["PATCH /api/members/contacts", 405, BOTH],
  ["DELETE /api/members/contacts", 405, BOTH],
  ["OPTIONS /api/members/contacts", 405, BOTH],
  ["GET /api/members/contacts/change", 405, "POST"],
  ["HEAD /api/members/contacts/change", 405, "POST"],
  ["POST /api/members/contacts/change", 401],
  ["OPTIONS /api/members/contacts/change", 405, "POST"],
  ["GET /api/members/contacts/import/rows", 405, "POST"],
  ["POST /api/members/contacts/import/rows", 401],
  ["POST /api/members/me", 405, READ],
  ["DELETE /api/members/me", 405, READ],
  ["GET /api/members/me?x=1", 401],
  ["GET /api/members/me?", 401],
  ["GET /api/members/me#x", 401],
  ["POST /api/members/me?_rsc=1", 405, READ],
  ["GET /api/members/me.rsc", 404],
  ["GET /api/members/me;x=1", 404],
  ["GET /api/members/me%00", 404],
  ["GET /api/members/me%20", 404],
  ["GET /api/members/contacts/", 401],
  ["PUT /api/members/contacts/", 405, BOTH],
  ["GET /api/members/contacts//", 401],
  ["GET /api/members//contacts", 401],
  ["GET //api/members/contacts", 401],
  ["GET /api//members/contacts", 401],
  ["GET /api/members\\me", 401],
  ["GET /api/members/./me", 401],
  ["GET /api/members/%2e/me", 401],
  ["GET /api/members/me/.", 401],
  ["GET /api/members/me/..", 404],
  ["GET /api/members/contacts/../me", 401],
  ["POST /api/members/contacts/%2e%2e/me", 405, READ],
  ["GET http://other.test/api/members/me", 401],
  ["GET /api/members/Contacts", 404],
  ["GET /api/members/%63ontacts", 404],
  ["POST /api/members/contacts%2Fchange", 404],
  ["POST /api/members/contacts%2fchange", 404],
  ["GET /api/members/contacts/nope", 404],
  ["POST /api/members/nope", 404],
  ["DELETE /api/members/nope", 404],
  ["GET /api/members/", 404],
  ["GET /api/members/route", 404],
  ["GET /api/members/[...path]", 404],
  ["GET /api/members/__proto__", 404],
  ["GET /api/members/constructor", 404],
  [`GET /api/members/${"a".repeat(3_000)}`, 404],
  [`GET /api/members/${"a/".repeat(1_000)}`, 404],
  ["POST /api/members/sign-up", 404],
  ["PUT /api/members/sign-up", 404],
  ["GET /api/members", 404, null, true],
  ["POST /api/members", 404, null, true],
  ["GET /api/membersx", 404, null, true],
  ["GET /api/members.json", 404, null, true],
  ["POST /api/members/events", 405, "GET", true],
  ["HEAD /api/members/events", 405, "GET", true],
  ["POST /api/members/./events", 405, "GET", true],
  ["GET /api/admin/rates", 401],
  ["PUT /api/admin/rates", 405, BOTH],
  ["GET /api/admin/rates/", 401],
  ["GET /api/admin/rates/change", 405, "POST"],
  ["POST /api/admin/networks/blocked/remove", 401],
  ["POST /api/admin/networks/blocked/remove/more", 404],
  ["GET /api/admin/Rates", 404],
  ["GET /api/admin/nope", 404],
  ["GET /api/admin/", 404],
  ["GET /api/admin", 404, null, true],
];

/**
 * Requests to paths of the Members Area and of Administration, and to similar paths, with their responses.
 */
export const PATH_CASES = ROWS.map(([request, status, allow = null, isForwarded = false]) => {
  const [method = "", path = ""] = request.split(/ (.*)/);
  return { method, path, status, allow, isForwarded };
});
