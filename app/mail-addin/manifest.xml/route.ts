import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { BoundedMap } from "@/lib/bounded-map";
import { route } from "@/lib/http/handler";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { addressReached } from "@/lib/http/request/gateway-request";
import { buildManifest } from "@/lib/mail-addin/manifest";

/** The manifests for the most recent addresses: without a setting, the address is the caller's. */
const made = new BoundedMap<ReadyText>(16);

function readyManifest(address: string): ReadyText {
  const known = made.get(address);
  if (known) return known;
  const manifest = new ReadyText(buildManifest(address));
  made.set(address, manifest);
  return manifest;
}

/**
 * Serves the public manifest, which Outlook reads when the add-in is installed. It contains the address of
 * this installation.
 */
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
