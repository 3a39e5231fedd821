import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { encode } from "next-auth/jwt";
import { beforeEach, describe, expect, it } from "vitest";
import { authOptions } from "@/app/api/auth/auth-options";
import { SESSION_S } from "@/lib/auth/sessions/end-session";
import { db } from "@/lib/db/client";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { newId } from "@/lib/ids";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { cookieOf } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: me } = handlersOf("/api/members/me");
const { POST: changePassword } = handlersOf("/api/members/password");

useTestDatabase();

/** A browser's handling of cookies, in front of next-auth itself. Next would change no cookie. */
class Browser {
  readonly cookies = new Map<string, string>();

  async visit(action: string, form?: Record<string, string>): Promise<unknown> {
    const answers: unknown[] = [];
    const headers = new Map<string, string | string[]>();
    const response = {
      status: () => response,
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => headers.set(name, value) && response,
      json: (body: unknown) => answers.push(body),
      send: (body: unknown) => answers.push(body),
      end: () => {},
    };
    const body = form && { ...form, csrfToken: await this.csrfToken() };
    const request = {
      query: { nextauth: action.split("/") },
      method: form ? "POST" : "GET",
      headers: { host: "gateway.test", "x-forwarded-for": "203.0.113.7" },
      cookies: Object.fromEntries(this.cookies),
      body,
    };
    await NextAuth(
      request as unknown as NextApiRequest,
      response as unknown as NextApiResponse,
      authOptions(),
    );
    for (const line of [headers.get("Set-Cookie") ?? []].flat()) this.keep(line);
    return answers[0];
  }

  async signIn({ userId: email, password }: TestAccount): Promise<this> {
    await this.visit("callback/credentials", { email, password });
    expect(this.cookies.has(sessionCookie())).toBe(true);
    return this;
  }

  /** Returns the session's cookie, as a thief could have copied it. */
  get copy(): string {
    return `${sessionCookie()}=${this.cookies.get(sessionCookie())}`;
  }

  private async csrfToken(): Promise<string> {
    return ((await this.visit("csrf")) as { csrfToken: string }).csrfToken;
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (gone || value === "") this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(value));
  }
}

const status = async (cookie: string) =>
  (await call(me, { method: "GET", headers: { cookie, "sec-fetch-site": "same-origin" } })).status;

let account: TestAccount;
beforeEach(async () => {
  account = await testAccount();
});

describe("signing out", () => {
  it("ends the session for whoever has its cookie, and no other of the account", async () => {
    const [here, there] = [await new Browser().signIn(account), await new Browser().signIn(account)];
    const copied = here.copy;
    expect([await status(copied), await status(there.copy)]).toEqual([200, 200]);
    await here.visit("signout", {});
    expect(here.cookies.has(sessionCookie())).toBe(false);
    expect([await status(copied), await status(there.copy)]).toEqual([401, 200]);
  });

  it("ends what the session's cookie was before it was renewed, and what it became", async () => {
    const browser = await new Browser().signIn(account);
    const before = browser.copy;
    await browser.visit("session");
    const after = browser.copy;
    expect(after).not.toBe(before);
    expect([await status(before), await status(after)]).toEqual([200, 200]);
    await browser.visit("signout", {});
    expect([await status(before), await status(after)]).toEqual([401, 401]);
  });

  it("cannot be undone by renewing a copied cookie, nor forgotten while one is good", async () => {
    const browser = await new Browser().signIn(account);
    const thief = new Browser();
    thief.cookies.set(sessionCookie(), browser.cookies.get(sessionCookie()) ?? "");
    const copied = browser.copy;
    await browser.visit("signout", {});
    expect(await thief.visit("session")).toEqual({});
    expect(thief.cookies.has(sessionCookie())).toBe(false);
    await purgeExpired(db(), new Date(Date.now() + SESSION_S * 1_000));
    expect(await status(copied)).toBe(401);
  });

  it("done twice is as done once", async () => {
    const browser = await new Browser().signIn(account);
    const again = new Browser();
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    const copied = browser.copy;
    await Promise.all([browser.visit("signout", {}), again.visit("signout", {})]);
    expect(await status(copied)).toBe(401);
  });
});

describe("a session", () => {
  it("ends with every other when the password changes", async () => {
    const browsers = [await new Browser().signIn(account), await new Browser().signIn(account)];
    const headers = { cookie: browsers[0]?.copy ?? "", "sec-fetch-site": "same-origin" };
    const json = { present: account.password, next: "a brand new password" };
    expect(await call(changePassword, { json, headers })).toMatchObject({ status: 200 });
    for (const browser of browsers) expect(await status(browser.copy)).toBe(401);
  });

  it.each([
    ["without an id, from before they had one", {}],
    ["with an id that is none", { sessionId: "1" }],
    ["that is in no list, from before there was one", { sessionId: newId() }],
  ])("%s has ended", async (_, id) => {
    const { accountId: personId } = account;
    const token = { personId, accountId: personId, sessionVersion: 0, ...id };
    const cookie = `${sessionCookie()}=${await encode({ token, secret: TEST_SECRET })}`;
    expect(await status(cookie)).toBe(401);
    expect(await status(await cookieOf(account))).toBe(200);
  });

  it("is written down when it begins", async () => {
    await new Browser().signIn(account);
    const { accountId } = account;
    expect(await db().prisma.activity.findMany({ where: { accountId } })).toMatchObject([
      { action: "signed_in", address: "203.0.113.7" },
    ]);
  });
});
