import { searchIndex } from "@/app/docs/search.json/search-index";
import type { SearchEntry } from "@/components/docs/find-entries";
import { route } from "@/lib/http/handler";

/** Made once: it depends on nothing but the settings. */
let made: Promise<readonly SearchEntry[]> | undefined;

/** What the search of the documentation looks through, for anyone. It is the same for all. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: async () => {
      made ??= searchIndex();
      const entries = await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return Response.json({ entries }, { headers: { "Cache-Control": "public, max-age=300" } });
    },
    quiet: true,
  },
});
