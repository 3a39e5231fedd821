import { streamEvents } from "@/lib/contracts/members/events";
import { openStream } from "@/lib/http/events/open-streams";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** In seconds, and longer than a stream. On a platform of functions the stream ends before this limit. */
export const maxDuration = 300;

/** Streams changes to an open page. Every visible page keeps a stream open. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    ...member(
      streamEvents,
      async ({ member, session, input, header }) =>
        openStream({ member, session, since: header("last-event-id") ?? input.since }),
      "at-once",
    ),
    quiet: true,
    notByHead: true,
  },
});
