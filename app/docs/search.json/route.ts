import { searchIndex } from "@/app/docs/search.json/search-index";
import { route } from "@/lib/http/handler";
import { ReadyText } from "@/lib/http/reply/ready-text";

/** Built once: it depends only on the settings. */
let made: Promise<ReadyText> | undefined;

const HEADERS = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" };

/** Serves the public search index of the documentation, which is the same for all readers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: async (request) => {
      made ??= searchIndex().then((entries) => new ReadyText(JSON.stringify({ entries })));
      const index = await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return index.reply(request, HEADERS);
    },
    quiet: true,
  },
});
