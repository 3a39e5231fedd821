import type { z } from "zod";
import { queryKeyOf } from "@/components/members/query-key";
import { queryString } from "@/components/members/request";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/** Something that a page asks for as soon as it is shown: its place in the page's cache, and how the server reads it. */
export type FirstRead = {
  key: readonly unknown[];
  /** @param headers of the request for the page, with its session. Gives undefined where it is refused. */
  read: (headers: Headers) => Promise<unknown>;
};

/**
 * Declares a read of the Members Area for the server to make while it renders a page.
 * @param handler the operation's own GET, which looks at the session and at the input as it does for the browser.
 */
export function firstRead<Request_ extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request_, Response_>,
  input: z.input<Request_>,
  handler: (request: Request) => Promise<Response>,
): FirstRead {
  return {
    key: queryKeyOf(operation, input),
    read: async (headers) => {
      const url = `http://localhost${operation.path}${queryString(input as object)}`;
      const response = await handler(new Request(url, { headers }));
      return response.ok ? response.json() : undefined;
    },
  };
}
