import { headers } from "next/headers";
import { addresses } from "@/app/openapi.json/addresses";

/** The address in the examples: that of the request for the page, unless the settings name another. */
export async function baseUrl(): Promise<string> {
  const called = await headers();
  const [address] = addresses({ header: (name) => called.get(name) }, new URL("http://localhost"));
  return address;
}
