import { addressCaching } from "@/app/openapi.json/address-caching";
import { addresses } from "@/app/openapi.json/addresses";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { addressReached } from "@/lib/http/request/gateway-request";
import { builtClient } from "@/lib/openapi/clients/built-clients";
import {
  addressInClient,
  aroundAddress,
  type ClientLanguage,
  clientFile,
} from "@/lib/openapi/clients/published-clients";

/**
 * Returns the public route of a client to download (rules: published clients). The client calls the host that
 * it was downloaded from.
 */
export function clientRoute(language: ClientLanguage) {
  const { file, type } = clientFile(language);
  const made = new Map<boolean, ReadyText>();
  const readyClient = (simulated: boolean) => {
    const { before, after } = aroundAddress(builtClient(language, simulated));
    const text = new ReadyText(before, after);
    made.set(simulated, text);
    return text;
  };
  return route({
    GET: {
      run: (request) => {
        const [baseUrl] = addresses(request, addressReached(request));
        const simulated = env().carrier === "simulator";
        const headers = {
          "Content-Type": `${type}; charset=utf-8`,
          "Content-Disposition": `attachment; filename="${file}"`,
          "Cache-Control": addressCaching(),
        };
        const text = made.get(simulated) ?? readyClient(simulated);
        return text.reply(request, headers, addressInClient(baseUrl));
      },
      quiet: true,
    },
  });
}
