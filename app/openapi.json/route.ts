import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { webRequestOf } from "@/lib/http/request/gateway-request";
import { buildDocument, type OpenApiDocument } from "@/lib/openapi/document";

/** Made once: it depends on nothing but the settings, and takes tens of milliseconds. */
let made: { simulated: boolean; document: OpenApiDocument } | undefined;

/** The published description of the API, for anyone and from any page (rules: published description). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: (request) => {
      const simulated = env().carrier === "simulator";
      if (made?.simulated !== simulated) made = { simulated, document: buildDocument([], { simulated }) };
      const { headers, url: asked } = webRequestOf(request);
      const servers = addresses(headers, new URL(asked)).map((url) => ({ url }));
      return Response.json(
        { ...made.document, servers },
        { headers: { "Cache-Control": addressCaching(), "Access-Control-Allow-Origin": "*" } },
      );
    },
    quiet: true,
  },
});
