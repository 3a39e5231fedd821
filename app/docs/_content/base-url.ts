import { headers } from "next/headers";
import { addresses } from "@/app/openapi.json/addresses";

/**
 * Returns the address in the examples: the address from the settings, or else the host of the page's request.
 */
export async function baseUrl(): Promise<string> {
  const called = await headers();
  const [address] = addresses({ header: (name) => called.get(name) }, new URL("http://localhost"));
  return address;
}
