import { decode, encode } from "next-auth/jwt";
import { afterEach, describe, expect, it, vi } from "vitest";
import { authSecret } from "@/lib/crypto/auth-secret";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { sessionHolder } from "@/lib/http/sessions/session-holder";
import { newId } from "@/lib/ids";

vi.mock("next-auth/jwt", async (real) => {
  const jwt = await real<typeof import("next-auth/jwt")>();
  return { ...jwt, decode: vi.fn(jwt.decode) };
});

const opened = vi.mocked(decode);
afterEach(() => opened.mockClear());

const tokenOf = (claims: object, { secret = authSecret(), maxAge = 60 } = {}) =>
  encode({ token: { ...claims }, secret, maxAge });
const cookie = (token: string) => `theme=dark; ${sessionCookie()}=${token}`;
const claims = () => ({ sessionId: newId(), personId: 7, sessionVersion: 1 });

const head = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");

describe("the holder of a session", () => {
  it("is the person whom the cookie proves, and the token is opened once", async () => {
    const token = await tokenOf(claims());
    expect(await sessionHolder(cookie(token))).toBe(7);
    expect(await sessionHolder(cookie(token))).toBe(7);
    expect(opened).toHaveBeenCalledTimes(1);
    const half = Math.ceil(token.length / 2);
    const name = sessionCookie();
    expect(await sessionHolder(`${name}.0=${token.slice(0, half)}; ${name}.1=${token.slice(half)}`)).toBe(7);
  });

  it.each([
    ["a token under another secret", () => tokenOf(claims(), { secret: "another secret" })],
    ["one that is too old", () => tokenOf(claims(), { maxAge: -60 })],
    ["one without a person", () => tokenOf({ sessionId: newId() })],
    ["one that was changed", async () => `${(await tokenOf(claims())).slice(0, -4)}AAAA`],
  ])("is unknown by %s, which is not remembered", async (_, make) => {
    const token = await make();
    expect(await sessionHolder(cookie(token))).toBeNull();
    expect(await sessionHolder(cookie(token))).toBeNull();
    expect(opened).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["no cookie", undefined],
    ["an empty header", ""],
    ["another cookie", "theme=dark"],
    ["an empty token", cookie("")],
    ["a word", cookie("session")],
    [
      "a token of a slow algorithm",
      cookie(`${head({ alg: "PBES2-HS512+A256KW", enc: "A256GCM", p2c: 10_000 })}.a.b.c.d`),
    ],
    ["a packed token", cookie(`${head({ alg: "dir", enc: "A256GCM", zip: "DEF" })}..b.c.d`)],
    ["a signed token", cookie(`${head({ alg: "none" })}..`)],
    ["a token with a key of its own", cookie(`${head({ alg: "dir", enc: "A256GCM" })}.key.b.c.d`)],
    ["a long token", cookie(`${head({ alg: "dir", enc: "A256GCM" })}..b.${"c".repeat(12_000)}.d`)],
  ])("is unknown by %s, and nothing is opened", async (_, cookies) => {
    expect(await sessionHolder(cookies)).toBeNull();
    expect(opened).not.toHaveBeenCalled();
  });
});
