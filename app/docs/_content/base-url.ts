import { headers } from "next/headers";
import { addresses } from "@/app/openapi.json/addresses";

/** The address in the examples: that of the request for the page, unless the settings name another. */
export async function baseUrl(): Promise<string> {
  const [address] = addresses(await headers(), new URL("http://localhost"));
  return address;
}
