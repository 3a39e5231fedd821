import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { BoundedMap } from "@/lib/bounded-map";
import { route } from "@/lib/http/handler";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { addressReached } from "@/lib/http/request/gateway-request";
import { buildManifest } from "@/lib/mail-addin/manifest";

/** The manifests of the addresses that were called last: without a setting the caller says which. */
const made = new BoundedMap<ReadyText>(16);

function readyManifest(address: string): ReadyText {
  const known = made.get(address);
  if (known) return known;
  const manifest = new ReadyText(buildManifest(address));
  made.set(address, manifest);
  return manifest;
}

/** What Outlook is told of the add-in when it is installed, for anyone: with the address of this installation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: (request) => {
      const [address] = addresses(request, addressReached(request));
      const headers = { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": addressCaching() };
      return readyManifest(address).reply(request, headers);
    },
    quiet: true,
  },
});
