import { inflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawStatement } from "@/app/api/members/billing/statement/pdf/draw-statement";
import { monthName } from "@/components/lists/month-names";
import {
  readStatementPdf,
  STATEMENT_CHARGES,
  STATEMENT_ENTRIES,
  type Statement,
} from "@/lib/contracts/members/billing";
import { reloadEnv } from "@/lib/env";
import { nzDate } from "@/lib/sms/nz-time";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/members/billing/statement/pdf");

useTestDatabase();

const CHARGED = { net: "1.00", gst: "0.15", total: "1.15" };
const STATEMENT: Statement = {
  month: "2026-10",
  account: { id: 1207, name: "Ngā Manu", email: "manu@example.com", hasGst: true },
  supplier: { name: "Tūī Ltd", address: ["1 Queen Street", "Auckland"], gstNumber: "49-091-850" },
  isTaxInvoice: true,
  isSupplierAwaited: false,
  madeAt: "2026-11-21 12:00:00",
  isOpen: false,
  opening: "10.00",
  closing: "8.85",
  lines: [{ kind: "deduction", count: 10, amount: "-1.15", gst: "0.15" }],
  charges: [{ kind: "messages", sendType: "sms", rateCode: "Shop", count: 10, ...CHARGED }],
  chargeTotals: CHARGED,
  chargesOmitted: 0,
  entries: [],
  entriesOmitted: 0,
};

/** Reads the text of a PDF's pages. Each font has a table that maps its glyphs to characters. */
function textOf(pdf: Buffer): { text: string; pages: number } {
  const raw = pdf.toString("latin1");
  // The last byte of a stream may equal a carriage return.
  const streams = [...raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = ""]) => {
    try {
      return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  const tables = streams
    .filter((stream) => stream.includes("begincmap"))
    .map((table) => {
      const [, list = ""] = /beginbfrange\s<0000> <[0-9a-f]+> \[([^\]]*)\]/i.exec(table) ?? [];
      return [...list.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = ""]) =>
        Buffer.from(hex, "hex").swap16().toString("utf16le"),
      );
    });
  const names = [...new Set([...raw.matchAll(/\/(F\d+) \d+ 0 R/g)].map(([, name]) => name))];
  const text = streams
    .filter((stream) => stream.includes(" Tf"))
    .map((page) => {
      let table: string[] = [];
      return [...page.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/gi)]
        .map(([, font, shown]) => {
          if (font) table = tables[names.indexOf(font)] ?? [];
          const glyphs = [...(shown ?? "").matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = ""]) => hex).join("");
          return (glyphs.match(/.{4}/g) ?? [])
            .map((glyph) => table[Number.parseInt(glyph, 16)] ?? "?")
            .join("");
        })
        .join("\n");
    })
    .join("\n");
  return { text: text.replaceAll(/\n+/g, "\n"), pages: (raw.match(/\/Type \/Page\b/g) ?? []).length };
}

describe("a drawn statement", () => {
  it("says whom it is from and to, the period, and every figure of the page, with macrons", async () => {
    const { text, pages } = textOf(await drawStatement(STATEMENT));
    expect(pages).toBe(1);
    for (const said of [
      "Tūī Ltd",
      "1 Queen Street",
      "Auckland",
      "GST number 49-091-850",
      "Ngā Manu",
      "manu@example.com",
      "Account number: 1207",
      `Statement, ${monthName("2026-10")}`,
      "Tax invoice (taxable supply information)",
      "1 to 31 October 2026",
      "Message, Shop",
      "$1.00",
      "$0.15",
      "$1.15",
      "−$1.15",
      "$10.00",
      "$8.85",
    ])
      expect(text).toContain(said);
  });

  it("is no tax invoice where it does not say so", async () => {
    const { text } = textOf(await drawStatement({ ...STATEMENT, supplier: null, isTaxInvoice: false }));
    expect(text).toContain("Messaging Gateway");
    expect(text).not.toMatch(/Tax invoice|GST number/);
  });

  it("goes on over pages as long as a statement may be, and says how much more there is", async () => {
    const charges = Array.from({ length: STATEMENT_CHARGES }, (_, index) => ({
      kind: "messages" as const,
      sendType: "otp" as const,
      rateCode: `code-${index} `.repeat(11),
      count: 1,
      ...CHARGED,
    }));
    const entries = Array.from({ length: STATEMENT_ENTRIES }, (_, index) => ({
      id: String(index),
      at: "2026-10-01 00:00:00",
      kind: "topup" as const,
      amount: "1.00",
      note: `note ${index}`,
    }));
    const more = { charges, entries, chargesOmitted: 7, entriesOmitted: 1_234 };
    const { text, pages } = textOf(await drawStatement({ ...STATEMENT, ...more }));
    expect(pages).toBeGreaterThan(5);
    expect(pages).toBeLessThan(40);
    for (const said of ["note 0", "note 199", "All rate codes are in Billing", "and 1,234 more"])
      expect(text).toContain(said);
    for (const page of [1, 2, pages])
      expect(text).toContain(`Statement, ${monthName("2026-10")}, page ${page} of ${pages}`);
  });

  it("breaks no number, and numbers no page that is alone", async () => {
    const large = { net: "12345678.123456", gst: "1851851.712345", total: "14197529.835801" };
    const charges = [{ ...STATEMENT.charges[0], count: 123_456_789, ...large }] as Statement["charges"];
    const lines = [
      { kind: "deduction" as const, count: 123_456_789, amount: `-${large.total}`, gst: large.gst },
    ];
    const { text } = textOf(await drawStatement({ ...STATEMENT, lines, charges, chargeTotals: large }));
    for (const said of ["$12,345,678.123456", "$1,851,851.712345", "−$14,197,529.835801", "123,456,789"])
      expect(text).toContain(said);
    expect(text).not.toContain("page 1");
  });
});

describe("the file of a statement", () => {
  beforeEach(() => {
    vi.stubEnv("SUPPLIER_NAME", "Tūī Ltd");
    reloadEnv();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    reloadEnv();
  });
  const month = nzDate(new Date()).slice(0, 7);

  it("is a PDF of who is signed in alone, from the supplier of the settings", async () => {
    const account = await testAccount();
    const url = `http://localhost:3000${readStatementPdf.path}?month=${month}`;
    const answer = await GET(new Request(url, { headers: { cookie: await cookieOf(account) } }));
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="statement-${month}.pdf"`);
    const { text } = textOf(Buffer.from(await answer.arrayBuffer()));
    expect(text).toContain("Tūī Ltd");
    expect(text).toContain(account.userId);
    expect(await call(GET, { method: "GET", query: { month } })).toMatchObject({ status: 401 });
  });

  it("is whole for each of several who take it at once", async () => {
    const account = await testAccount();
    const url = `http://localhost:3000${readStatementPdf.path}?month=${month}`;
    const cookie = await cookieOf(account);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => GET(new Request(url, { headers: { cookie } }))),
    );
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(4);
    for (const answer of answers) {
      const { text } = textOf(Buffer.from(await answer.arrayBuffer()));
      expect(text).toContain(account.userId);
    }
  });
});
