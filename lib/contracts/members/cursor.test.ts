import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursor, formatCursor } from "@/lib/contracts/members/cursor";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: ledger } = handlersOf("/api/members/billing/ledger");
const { GET: conversation } = handlersOf("/api/members/inbox/conversation");
const { GET: inbox } = handlersOf("/api/members/inbox");
const { GET: messages } = handlersOf("/api/members/messages");
const { GET: deliveries } = handlersOf("/api/members/webhooks/deliveries");

useTestDatabase();

const LISTS = { ledger, conversation, inbox, messages, deliveries };

/** The last instant of a cursor. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

describe("a cursor", () => {
  it("is a place that PostgreSQL reads, or none", () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 16n }).map(String);
    fc.assert(
      fc.property(digits, fc.uuid(), (at, id) => {
        const { data } = cursor().safeParse(`${at}.${id}`);
        if (data === undefined) expect(at.length > 15 || Number(at) > LAST_MS).toBe(true);
        else expect(data.at.toISOString()).toMatch(/^\d{4}-/);
      }),
    );
  });

  it("leads back to the place it was made of", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST_MS }), fc.uuid(), (at, id) => {
        const place = { at: new Date(at), id };
        expect(cursor().parse(formatCursor(place))).toEqual(place);
      }),
    );
  });

  it.each(Object.entries(LISTS))(
    "of %s is refused after the year 9999, and read until then",
    async (_, list) => {
      const account = await testAccount();
      const at = (ms: number, side: string) =>
        ask(list, account, { query: { number: "64211234567", [side]: `${ms}.${newId()}` } });
      for (const side of ["before", "after"]) {
        const { status, body } = await at(LAST_MS + 1, side);
        expect([status, body.code]).toEqual([400, "invalid_parameter"]);
        expect((await at(999_999_999_999_999, side)).status).toBe(400);
        // A conversation needs an earlier message.
        expect([200, 404]).toContain((await at(LAST_MS, side)).status);
      }
    },
  );
});
