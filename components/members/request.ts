import type { InputOf, OutputOf } from "@/components/members/declared";
import { SOMETHING_WENT_WRONG, UNREACHABLE } from "@/components/words/failures";
import type { ErrorResponse } from "@/lib/contracts/base/error";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import { ACCOUNT_HEADER } from "@/lib/contracts/members/people/account-header";

/** The code of a request without a response. */
const UNREACHABLE_CODE = "unreachable";

/** True while the browser leaves this page for another one. Responses must not navigate then. */
let isLeaving = false;

/** Leaves this page for another one, after the session switched accounts. */
export function leaveFor(place: string): void {
  isLeaving = true;
  // The browser may keep this page and show it again.
  addEventListener("pageshow", () => (isLeaving = false), { once: true });
  location.assign(place);
}

/** A failed request to the server: a sentence for the reader, and a code for the page. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(message: string, code: string, status: number) {
    super(message);
    this.name = "RequestError";
    this.code = code;
    this.status = status;
  }
}

/** Returns true if a request failed because no server responded. A retry may then succeed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof RequestError && error.code === UNREACHABLE_CODE;
}

/** Formats an input as a query string, without its undefined values. */
export function queryString(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? "" : `?${query}`;
}

/**
 * Calls an operation of the Members Area. If the session has ended, it opens the sign-in page, which leads
 * back.
 * @throws RequestError with the server's message.
 */
export async function ask<Route extends MemberRoute>(
  { method, path }: Route,
  input: InputOf<Route>,
): Promise<OutputOf<Route>> {
  const shown = document.querySelector<HTMLElement>("[data-account]")?.dataset.account;
  const headers = {
    ...(shown === undefined ? {} : { [ACCOUNT_HEADER]: shown }),
    ...(method === "POST" ? { "Content-Type": "application/json" } : {}),
  };
  const response = await fetch(method === "GET" ? `${path}${queryString(input as object)}` : path, {
    method,
    headers,
    ...(method === "POST" ? { body: JSON.stringify(input) } : {}),
  }).catch(() => {
    throw new RequestError(UNREACHABLE, UNREACHABLE_CODE, 0);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as OutputOf<Route>;
  const failure = body as ErrorResponse | null;
  const code = failure?.code ?? "internal_error";
  if (response.status === 401 && location.pathname !== "/sign-in" && isSessionEnd(path, code)) leave();
  // Another tab of this browser has switched accounts. This page shows the data of the previous account.
  if (method === "GET" && response.headers.has(ACCOUNT_HEADER) && !isLeaving) location.assign("/overview");
  throw new RequestError(failure?.error ?? SOMETHING_WENT_WRONG, code, response.status);
}

/**
 * Returns true if an error means that the session has ended. A wrong password in a form does not mean that.
 */
function isSessionEnd(path: string, code: string): boolean {
  return code === "invalid_credentials" && !/\/(password|second-factor|people\/(owner|join))\b/.test(path);
}

function leave(): void {
  const back = encodeURIComponent(location.pathname + location.search);
  location.assign(`/sign-in?back=${back}`);
}
