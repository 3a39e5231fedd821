import type { z } from "zod";
import type { Actor } from "@/lib/activity/record-activity";
import type { SessionPlace } from "@/lib/auth/sessions/begin-session";
import type { ElsewhereViewer, Member, SessionClaims } from "@/lib/auth/sessions/member";
import type { Queryable } from "@/lib/db/client";
import type { Call } from "@/lib/http/gateway";

/** What an operation of a session is given; `db` is the session's own cell. */
export type SessionCall<Request extends z.ZodType> = Call<Request> & {
  member: Member | ElsewhereViewer;
  session: SessionClaims;
  /** From where, as the list of sessions shows it. */
  place: SessionPlace;
  actor: Actor;
  /**
   * For what takes its time: looks again whether the session is as it was let in; by a transaction that has waited, where it is
   * given.
   * @throws GatewayError `invalid_credentials`, `forbidden`, `viewing_only`.
   */
  still: (tx?: Queryable) => Promise<void>;
  /** The same for a file that is being taken: who has switched to another account takes it to its end. */
  stillReads: () => Promise<void>;
};

/** What an operation of the Members Area is given; `db` is the cell of the account. */
export type MemberCall<Request extends z.ZodType> = SessionCall<Request> & { member: Member };

/** What an endpoint for who is signed in does. */
export type Run<Request extends z.ZodType, Response_ extends z.ZodType> = (
  call: MemberCall<Request>,
) => Promise<(z.input<Response_> & object) | Response>;

/** The same for one that is about the session alone. */
export type RunOfSession<Request extends z.ZodType, Response_ extends z.ZodType> = (
  call: SessionCall<Request>,
) => Promise<z.input<Response_> & object>;
