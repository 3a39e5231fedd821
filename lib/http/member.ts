import type { z } from "zod";
import { type Action, type Actor, type Details, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import { refuseUnread } from "@/lib/auth/limits/strangers";
import type { SessionPlace } from "@/lib/auth/sessions/begin-session";
import { lockSession, lockSignIn, notSignedIn, viewingOnly } from "@/lib/auth/sessions/lock-session";
import {
  type ElsewhereViewer,
  findMember,
  type Member,
  roleIn,
  type SessionClaims,
  type SignedIn,
} from "@/lib/auth/sessions/member";
import { recordPersonal } from "@/lib/auth/sessions/record-personal";
import { databaseOfActing, inActingCell } from "@/lib/auth/sessions/viewed-account";
import { now } from "@/lib/clock";
import { type ActingRole, isAllowed, roleRefusal, VIEWER } from "@/lib/contracts/base/roles";
import type { MemberOperation, MemberRoute } from "@/lib/contracts/members/operation";
import { ACCOUNT_HEADER, SHOWN_ACCOUNT } from "@/lib/contracts/members/people/account-header";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inCallerTurn, turnOfPerson } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { UNVERIFIED, verifiedAccount } from "@/lib/http/body/body";
import { readParameters } from "@/lib/http/body/parameters";
import { parseBy } from "@/lib/http/body/parse";
import { byTurn, type TurnTaking } from "@/lib/http/body/turns";
import { type Call, callOf } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { takeRequest } from "@/lib/http/limits/rate-limit";
import { browserName } from "@/lib/http/request/browser-name";
import { addressReached, type GatewayRequest } from "@/lib/http/request/gateway-request";
import { goOn } from "@/lib/http/sessions/go-on";
import { readSession } from "@/lib/http/sessions/session";

/** An endpoint of the Members Area or of Administration. */
export type MemberEndpoint = Endpoint & {
  /** The method and path of its operation. */
  declared: MemberRoute;
  /** Returns whether the path exists at this moment. Without it, the path always exists. */
  exists?: () => boolean;
};

/** The result of an endpoint. One whose response is `{ success: true }` may return nothing. */
type Outcome<Answered extends z.ZodType> =
  | Promise<(z.input<Answered> & object) | Response>
  | ({ success: true } extends z.input<Answered> ? Promise<void> : never);

/** The arguments of an operation of a session; `db` is the session's own cell. */
type SessionCall<Request extends z.ZodType> = Call<Request> & {
  member: Member | ElsewhereViewer;
  session: SessionClaims;
  /** The address and browser, as the list of sessions shows them. */
  place: SessionPlace;
  actor: Actor;
  /**
   * Checks again that the session is still allowed, for operations that last. A transaction that has waited passes
   * itself.
   * @throws GatewayError `invalid_credentials`, `forbidden`, `viewing_only`.
   */
  still: (tx?: Queryable) => Promise<void>;
  /**
   * Checks the same for a file that is being downloaded: a member who has switched to another account may finish the
   * download.
   */
  stillReads: () => Promise<void>;
};

/** The response of an endpoint that returns nothing. */
const DONE = { success: true };

/** The arguments of an operation of the Members Area; `db` is the cell of the account. */
type MemberCall<Request extends z.ZodType> = SessionCall<Request> & { member: Member };

/** The operation of an endpoint for members. */
type Run<Request extends z.ZodType, Response_ extends z.ZodType> = (
  call: MemberCall<Request>,
) => Outcome<Response_>;

/** The same for an endpoint that is about the session alone. */
type RunOfSession<Request extends z.ZodType, Response_ extends z.ZodType> = (
  call: SessionCall<Request>,
) => Outcome<Response_>;

/** The result of a change: the details for the activity, null if nothing changed, and the response. */
type ChangeResult<Answer> = { details: Details | null } & (Answer extends { success: true }
  ? { answer?: Answer }
  : { answer: Answer });

/**
 * A change of an account, in the transaction that also writes the line of activity. It must hash no password and make
 * no call over the network.
 */
type Change<Request extends z.ZodType, Answered extends z.ZodType> = (
  tx: Transaction,
  call: MemberCall<Request>,
) => Promise<ChangeResult<z.input<Answered> & object>>;

/** Work before a change that takes too long for a transaction, such as judging a password. It may reject the change. */
type Before<Request extends z.ZodType> = (call: MemberCall<Request>) => Promise<void>;

/**
 * Declares an endpoint for members, which concerns their account alone. One that waits for a call over the network
 * takes no turn: it would hold a connection's place all the while.
 */
export function member<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: Run<Request, Response_>,
  turnTaking?: TurnTaking,
): MemberEndpoint;
/**
 * Declares an endpoint that changes the member's account, and writes the line `action` of its activity in the same
 * transaction (rules: activity). If a server is killed in between or a change throws, neither is written. The account
 * is locked first. If the session has ended by then, or has another role, the change is rejected.
 */
export function member<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  action: Action,
  change: Change<Request, Response_>,
  before?: Before<Request>,
): MemberEndpoint;
export function member(operation: MemberOperation, ...given: readonly unknown[]): MemberEndpoint {
  type AnyRun = Run<z.ZodType, z.ZodType>;
  if (typeof given[0] === "string") {
    const [action, change, before] = given as [Action, Change<z.ZodType, z.ZodType>, Before<z.ZodType>?];
    return signedIn(operation, inAccount(changing(operation, action, change, before)), {});
  }
  const [run, turnTaking] = given as [AnyRun, TurnTaking?];
  return signedIn(operation, inAccount(run), { turnTaking });
}

/** Declares an endpoint that is about the session alone. It reads nothing of a viewed account of another cell. */
export function ofSession<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: RunOfSession<Request, Response_>,
): MemberEndpoint {
  return signedIn(operation, run, { isOfSession: true });
}

/**
 * Declares an endpoint that changes a member's sign-in, and records that in each of the member's accounts in the same
 * transaction (rules: activity). The member's own row is locked first. If the session has ended by then, the change
 * is rejected.
 */
export function personal<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  action: Action,
  change: (tx: Transaction, call: MemberCall<Request>) => Outcome<Response_>,
  before?: Before<Request>,
): MemberEndpoint {
  const run = async (call: MemberCall<Request>): Promise<unknown> => {
    await before?.(call);
    return call.db.transaction(async (tx) => {
      const { personId } = await lockSignIn(tx, call.session, call.now);
      const answer = await change(tx, call);
      await recordPersonal(tx, { personId, address: call.address, action }, call.now);
      invalidateCallersAfter(tx);
      return answer;
    });
  };
  return signedIn(operation, inAccount(run), {});
}

function changing(
  operation: MemberOperation,
  action: Action,
  change: Change<z.ZodType, z.ZodType>,
  before?: Before<z.ZodType>,
): Run<z.ZodType, z.ZodType> {
  return async (call) => {
    await before?.(call);
    const { answer } = await call.db.transaction(async (tx) => {
      const { role } = await lockSession(tx, call.session, call.member.accountId, call.now);
      requireRole(operation, role);
      const result = await change(tx, call);
      const { details } = result;
      if (details) {
        const { actor } = call;
        await recordActivity(tx, { accountId: actor.accountId, actor, action, details }, call.now);
        // The change counts here at once, and on other servers as soon as they look again.
        invalidateCallersAfter(tx);
      }
      return result;
    });
    return answer ?? DONE;
  };
}

/** Declares an endpoint for administrators. One that waits for a call over the network takes no turn. */
export function admin<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: Run<Request, Response_>,
  turnTaking?: TurnTaking,
): MemberEndpoint {
  return signedIn(operation, inAccount(run), { asAdmin: true, turnTaking });
}

/**
 * Checks the role.
 * @throws GatewayError `forbidden` if the role may not do this (rules: roles); `viewing_only` for a viewer of an
 * account, if the operation does not name viewers, also in Administration (rules: account views).
 */
function requireRole({ roles }: MemberOperation, role: ActingRole): void {
  if (role === VIEWER && !isAllowed(roles ?? [], role)) throw viewingOnly();
  // Operations of Administration are for administrators in any role.
  if (roles !== undefined && !isAllowed(roles, role))
    throw new GatewayError("forbidden", roleRefusal(roles, role));
}

/**
 * Checks the role, and the right to administer.
 * @throws GatewayError as `requireRole` does; `forbidden` for an operation of Administration if the member is no
 * administrator.
 */
function requireAllowed(
  operation: MemberOperation,
  asAdmin: boolean,
  { role, isAdmin }: Pick<SignedIn, "role" | "isAdmin">,
): void {
  requireRole(operation, role);
  if (asAdmin && !isAdmin) throw new GatewayError("forbidden", "This is for administrators.");
}

/** Runs an operation in the cell of its account, with the member as that cell knows it. */
function inAccount<Request extends z.ZodType>(
  run: (call: MemberCall<Request>) => Promise<unknown>,
): (call: SessionCall<Request>) => Promise<unknown> {
  return (call) => inActingCell(call.db, call.member, (member) => run({ ...call, member }));
}

/** The setting of an endpoint. `isOfSession`: it works in the session's cell, even if another account is viewed. */
type Setting = { asAdmin?: boolean; turnTaking?: TurnTaking | undefined; isOfSession?: boolean };

function signedIn<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: (call: SessionCall<Request>) => Promise<unknown>,
  { asAdmin = false, turnTaking = "in-turn", isOfSession = false }: Setting,
): MemberEndpoint {
  return {
    declared: operation,
    run: async (request, headers) => {
      if (request.method !== "GET") requireOwnPage(request);
      const asked = callOf(request);
      const claims = await readSession(request.header("cookie"));
      if (!claims) throw notSignedIn();
      const db = databaseOfAccount(asked.db, claims.personId);
      // The cookie is authentic, but its session may have ended, and the account has no rate limit yet.
      const found = await inCallerTurn(db, turnOfPerson(claims.personId), () =>
        findMember(db, claims, asked.now),
      );
      if (!found) throw notSignedIn();
      // A viewer's requests count for the administrator, and use nothing of the viewed account's rate.
      const { ownAccountId: accountId, personId } = found;
      takeRequest(`sessions of ${accountId}`, headers);
      requireAllowed(operation, asAdmin, found);
      requireSameAccount(request, found.accountId);
      await goOn(request, headers, { db, claims, found, now: asked.now });
      const actor = { accountId, personId, address: asked.address, email: found.email };
      const place = { address: asked.address, browser: browserName(request.header("user-agent")) };
      const parameters = await readParameters(request, verifiedAccount(accountId));
      const input = parseBy(operation.request, parameters);
      const requireStill = (is: SignedIn | null) => {
        if (is) requireAllowed(operation, asAdmin, is);
        if (is?.accountId !== found.accountId) throw notSignedIn();
      };
      const still = async (tx: Queryable = db) => requireStill(await findMember(tx, claims, now()));
      const stillReads = async () => {
        const is = await findMember(db, claims, now());
        const hasSwitched = is !== null && is.accountId !== found.accountId && is.role !== VIEWER && !asAdmin;
        const role = hasSwitched ? await roleIn(db, { accountId: found.accountId, personId }) : null;
        // A member who switches between two looks would be judged by the role in the other account.
        return role === null ? requireStill(is) : requireRole(operation, role);
      };
      const made = {
        ...asked,
        db: isOfSession ? db : databaseOfActing(db, found),
        ...(asAdmin && databaseOfSubject(asked.db, input)),
        member: found,
        session: claims,
        place,
        actor,
        input,
        still,
        stillReads,
      };
      const work = async () => {
        // Reading the body and waiting for the turn lasted: the session may have ended meanwhile.
        if (request.method !== "GET") await still();
        return ((await run(made)) ?? DONE) as object;
      };
      const reader = `${found.accountId} ${found.role} ${found.isAdmin}`;
      const turn = {
        accountId,
        isSession: true,
        cell: made.db.cell,
        reader,
        path: operation.path,
        input,
      };
      const answer = await byTurn(turnTaking, turn, work);
      return turnTaking === "long" ? ownAnswer(answer) : answer;
    },
  };
}

/**
 * Returns one caller's copy of a response that several callers share: a response is read once, and has headers of its
 * own. It is complete already: a stream would keep the parts that are not read.
 */
function ownAnswer<Answer extends object>(shared: Answer | Response): Answer | Response {
  return shared instanceof Response ? shared.clone() : shared;
}

/** Returns the database of the account that an operation of Administration is about, in any cell (rules: cells). */
function databaseOfSubject(home: Database, input: unknown): { db: Database } | undefined {
  const { accountId } = Object(input) as { accountId?: unknown };
  return typeof accountId === "number" ? { db: databaseOfAccount(home, accountId) } : undefined;
}

/**
 * Rejects a request of a page that shows another account than the session's. If another page of the same browser has
 * switched the account meanwhile, this page must neither show nor change the new account.
 */
function requireSameAccount(request: GatewayRequest, accountId: number): void {
  const shown = request.header(ACCOUNT_HEADER) ?? new URLSearchParams(request.search).get(SHOWN_ACCOUNT);
  if (shown === null || shown === String(accountId)) return;
  throw new GatewayError("conflict", "You switched to another account. Reload this page.", {
    [ACCOUNT_HEADER]: String(accountId),
  });
}

/**
 * Declares an endpoint for a page before the sign-in, for every visitor.
 * @param link the name of the attempts with a link's token in the body. If an address is over its limit of them, the
 * body is not read (rules: look-ups).
 */
export function visitor<Request extends z.ZodType, Response_ extends z.ZodType>(
  operation: MemberOperation<Request, Response_>,
  run: (call: Call<Request>) => Outcome<Response_>,
  link?: string,
): MemberEndpoint {
  return {
    declared: operation,
    run: async (request) => {
      if (request.method !== "GET") requireOwnPage(request);
      const call = callOf(request);
      if (link !== undefined) refuseUnread({ kind: "link", name: link, address: call.address }, call.now);
      const parameters = await readParameters(request, UNVERIFIED);
      return (await run({ ...call, input: parseBy(operation.request, parameters) })) ?? DONE;
    },
  };
}

/**
 * Rejects a change that does not come from a page of ours (rules: sessions): another site may make a visitor's
 * browser send a request with the visitor's cookies. Browsers state the origin of a request, and pages cannot change
 * that.
 */
function requireOwnPage(request: GatewayRequest): void {
  const site = request.header("sec-fetch-site");
  const origin = request.header("origin");
  const host = request.header("host") ?? addressReached(request).host;
  const own =
    site === null
      ? origin !== null && URL.canParse(origin) && new URL(origin).host === host
      : site === "same-origin";
  if (own) return;
  throw new GatewayError("forbidden", "This request does not come from a page of the Members Area.");
}
