/** A request from the form. Empty credentials are omitted. */
export type TriedRequest = {
  method: "GET" | "POST";
  path: string;
  query: string;
  /** JSON; null for a request without a body. */
  body: string | null;
  token: string;
  userId: string;
  password: string;
};

/** A response: its status as in HTTP, or the reason for a missing response. */
export type TriedResponse = { status: string; durationMs: number; text: string };

/** The maximum length of a shown response, in characters. */
const MAX_SHOWN_LENGTH = 100_000;

/** Sends a request to this host, without its cookies. Never throws: the response contains the error. */
export async function tryRequest(request: TriedRequest): Promise<TriedResponse> {
  const began = performance.now();
  const done = (status: string, text: string) => ({
    status,
    text: shownText(text),
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const { url, init } = fetchOf(request);
    const response = await fetch(url, init);
    return done(`${response.status} ${response.statusText}`.trim(), await response.text());
  } catch (error) {
    return error instanceof SyntaxError
      ? done("The request body isn’t valid JSON.", error.message)
      : done("No response. Check your connection and try again.", "");
  }
}

/**
 * Returns the URL and options for `fetch`. A user ID and password go into the body, or into the query string
 * if there is no body.
 * @throws SyntaxError if the body is not JSON.
 */
export function fetchOf(request: TriedRequest): { url: string; init: RequestInit } {
  const { method, path, query, body, token, userId, password } = request;
  const asked = new URLSearchParams(query);
  const json = body === null || body === "" ? undefined : (JSON.parse(body) as unknown);
  const own = userId === "" ? {} : { userId, password };
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  if (!isObject) for (const [name, value] of Object.entries(own)) asked.set(name, value);
  const search = asked.toString();
  return {
    url: search === "" ? path : `${path}?${search}`,
    init: {
      method,
      credentials: "omit",
      cache: "no-store",
      headers: {
        ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(isObject ? { ...json, ...own } : json) }),
    },
  };
}

/** Formats JSON over several lines, and cuts it at the length that a page can show. */
function shownText(text: string): string {
  const shown = text.length > MAX_SHOWN_LENGTH ? text : written(text);
  return shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH)}…` : shown;
}

function written(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
