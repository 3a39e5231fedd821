import type { z } from "zod";
import { queryKeyOf } from "@/components/members/query-key";
import { queryString } from "@/components/members/request";
import type { MemberOperation } from "@/lib/contracts/members/operation";
import type { EndpointTable } from "@/lib/http/endpoint-table";

/**
 * A read that a page makes as soon as it is shown: its key in the page's cache, and how the server reads it.
 */
export type FirstRead = {
  key: readonly unknown[];
  /**
   * @param headers of the request for the page, with its session.
   * @returns undefined where the read is refused.
   */
  read: (headers: Headers) => Promise<unknown>;
};

/**
 * Declares a read of the Members Area that the server makes while it renders a page.
 * @param endpoints has the operation's own GET. It checks the session and the input as it does for the browser.
 * @throws Error if `endpoints` does not have the operation.
 */
export function firstRead<Request_ extends z.ZodType, Response_ extends z.ZodType>(
  endpoints: EndpointTable,
  operation: MemberOperation<Request_, Response_>,
  input: z.input<Request_>,
): FirstRead {
  const handlers = endpoints.get(operation.path);
  if (!handlers) throw new Error(`${operation.path} is not among these endpoints.`);
  return {
    key: queryKeyOf(operation, input),
    read: async (headers) => {
      const url = `http://localhost${operation.path}${queryString(input as object)}`;
      const response = await handlers.GET(new Request(url, { headers }));
      return response.ok ? response.json() : undefined;
    },
  };
}
