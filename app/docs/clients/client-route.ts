import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { webRequestOf } from "@/lib/http/request/gateway-request";
import { builtClient } from "@/lib/openapi/clients/built-clients";
import { type ClientLanguage, publishedClient } from "@/lib/openapi/clients/published-clients";

/** The route of a client to download, for anyone (rules: published clients). It calls the host that it came from. */
export function clientRoute(language: ClientLanguage) {
  return route({
    GET: {
      run: (request) => {
        const { headers, url } = webRequestOf(request);
        const [baseUrl] = addresses(headers, new URL(url));
        const simulated = env().carrier === "simulator";
        const { text, file, type } = publishedClient(language, baseUrl, {
          ...{ simulated, textOf: builtClient },
        });
        return new Response(text, {
          headers: {
            "Content-Type": `${type}; charset=utf-8`,
            "Content-Disposition": `attachment; filename="${file}"`,
            "Cache-Control": addressCaching(),
          },
        });
      },
      quiet: true,
    },
  });
}
