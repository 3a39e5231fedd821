import type { z } from "zod";
import { queryKeyOf } from "@/components/members/query-key";
import { queryString } from "@/components/members/request";
import type { MemberOperation } from "@/lib/contracts/members/operation";
import type { EndpointTable } from "@/lib/http/endpoint-table";

/** A page's read during its first render: the key in the page's cache, and the server's function for it. */
export type FirstRead = {
  key: readonly unknown[];
  /**
   * @param headers the headers of the page's request, with its session.
   * @returns undefined if the read is refused.
   */
  read: (headers: Headers) => Promise<unknown>;
};

/**
 * Declares a read of the Members Area that the server makes while it renders a page.
 * @param endpoints contains the GET endpoint of the operation, which checks the session and the input as it
 * does for the browser.
 * @throws Error if `endpoints` does not have the operation.
 */
export function firstRead<Request_ extends z.ZodType, Response_ extends z.ZodType>(
  endpoints: EndpointTable,
  operation: MemberOperation<Request_, Response_>,
  input: z.input<Request_>,
): FirstRead {
  const handlers = endpoints.get(operation.path);
  if (!handlers) throw new Error(`The endpoints do not include ${operation.path}.`);
  return {
    key: queryKeyOf(operation, input),
    read: async (headers) => {
      const url = `http://localhost${operation.path}${queryString(input as object)}`;
      const response = await handlers.GET(new Request(url, { headers }));
      return response.ok ? response.json() : undefined;
    },
  };
}
