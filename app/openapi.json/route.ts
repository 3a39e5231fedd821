import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { addressReached } from "@/lib/http/request/gateway-request";
import { buildDocument } from "@/lib/openapi/document";

/** Built once: it depends only on the settings, and takes tens of milliseconds. */
let made: { simulated: boolean; text: ReadyText } | undefined;

/** Returns the document up to its last member, the list of addresses, which may depend on the caller. */
function readyDocument(simulated: boolean): ReadyText {
  if (made?.simulated !== simulated) {
    const { servers: _, ...document } = buildDocument([], { simulated });
    made = { simulated, text: new ReadyText(`${JSON.stringify(document).slice(0, -1)},"servers":`, "}") };
  }
  return made.text;
}

/** Serves the published description of the API to all callers and pages (rules: published description). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: (request) => {
      const servers = addresses(request, addressReached(request)).map((url) => ({ url }));
      const headers = {
        "Content-Type": "application/json",
        "Cache-Control": addressCaching(),
        "Access-Control-Allow-Origin": "*",
      };
      return readyDocument(env().carrier === "simulator").reply(request, headers, JSON.stringify(servers));
    },
    quiet: true,
  },
});
