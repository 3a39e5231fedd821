import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { route } from "@/lib/http/handler";
import { webRequestOf } from "@/lib/http/request/gateway-request";
import { buildManifest } from "@/lib/mail-addin/manifest";

/** What Outlook is told of the add-in when it is installed, for anyone: with the address of this installation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: (request) => {
      const { headers, url } = webRequestOf(request);
      const [address] = addresses(headers, new URL(url));
      return new Response(buildManifest(address), {
        headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": addressCaching() },
      });
    },
    quiet: true,
  },
});
