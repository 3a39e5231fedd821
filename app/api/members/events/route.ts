import { streamEvents } from "@/lib/contracts/members/events";
import { openStream } from "@/lib/http/events/open-streams";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Longer than a stream lasts, in seconds: on a platform of functions it ends by itself. */
export const maxDuration = 300;

/** What changes while a page is open. A page that is seen has one all the time. */
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
