import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "@/lib/contracts/samples/language-names";
import { sampleIn } from "@/lib/contracts/samples/languages";
import { doubleQuoted, singleQuoted } from "@/lib/contracts/samples/literal";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";
import { hasProgram, runShell } from "@/tests/support/commands/shell";

/** Characters that end a text, begin an expression or a command, or get lost in careless code of some language. */
const HOSTILE = [
  'it\'s "quoted" `here`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: other languages would fill it in.
  "$HOME ${HOME} $(id) #{1} #$0 {$x} %s %{x} \\",
  "back\\slash \\n \\' \\\" \\u0041 !event",
  "two\nlines\r\nand\ttabs",
  "a&b=c+d %20 ;#? @file",
  "tēnā koe \u{1f600} \u2028 \u0085 \u007f",
  "<?php ?> */ // -- <!-- </script>",
  "",
] as const;

const FOLDER = mkdtempSync(path.join(tmpdir(), "gateway-languages-"));

/** The languages of this machine, each with the ending of its files and the command that runs one. */
const RUN: Readonly<Record<Language, { file: string; command: string; isHere: boolean }>> = {
  curl: { file: "a.sh", command: "sh", isHere: hasProgram("curl", "--version") },
  node: { file: "a.mjs", command: process.execPath, isHere: true },
  python: { file: "a.py", command: "python3", isHere: hasProgram("python3", "-c", "import requests") },
  php: { file: "a.php", command: "php", isHere: hasProgram("php", "-r", "curl_version();") },
  csharp: { file: "a.cs", command: "dotnet run", isHere: hasProgram("dotnet", "run", "--help") },
  go: { file: "a.go", command: "go run", isHere: hasProgram("go", "version") },
  ruby: { file: "a.rb", command: "ruby", isHere: hasProgram("ruby", "--version") },
};

type ReceivedRequest = { method: string; url: URL; headers: Record<string, unknown>; body: string };

let server: Server;
let address: string;
const received: ReceivedRequest[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      method: request.method ?? "",
      url: new URL(request.url ?? "", address),
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    });
    response.end("fine");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

/** Runs a sample, and returns the request that a server receives. */
async function sent(language: Language, request: SampleRequest): Promise<ReceivedRequest> {
  const { file, command } = RUN[language];
  const at = path.join(FOLDER, file);
  writeFileSync(at, sampleIn(language, request));
  received.length = 0;
  const { code, out } = await runShell(`${command} ${at}`, { TOKEN: "a-token", HOME: FOLDER });
  expect([code, out]).toEqual([0, expect.stringContaining("fine")]);
  expect(received).toHaveLength(1);
  return received[0] as ReceivedRequest;
}

const named = HOSTILE.map((value, index) => [`field_${index}`, value] as const);

const JSON_BODY = {
  ...Object.fromEntries(named),
  "a name with 'quotes' and \"more\"": true,
  list: [...HOSTILE, 1, -2.5, null, false, [], {}],
  deep: { one: { two: [{ three: 3 }] } },
};

describe.each(LANGUAGES.map(({ id }) => id))("a sample in %s", (language) => {
  const { isHere } = RUN[language];

  it.skipIf(!isHere)("sends JSON, headers and a query string as they are", async () => {
    const { method, url, headers, body } = await sent(language, {
      method: "POST",
      url: `${address}/json`,
      isAuthorised: true,
      query: named,
      headers: [["Idempotency-Key", 'it\'s-"$HOME"-\\-#{1}']],
      body: { json: JSON_BODY },
    });
    expect(JSON.parse(body)).toEqual(JSON_BODY);
    expect([method, url.pathname, [...url.searchParams]]).toEqual(["POST", "/json", named]);
    expect(headers).toMatchObject({
      authorization: "Bearer a-token",
      "content-type": expect.stringMatching(/^application\/json/),
      "idempotency-key": 'it\'s-"$HOME"-\\-#{1}',
    });
  });

  it.skipIf(!isHere)("sends a form as it is", async () => {
    const { headers, body } = await sent(language, {
      method: "POST",
      url: `${address}/form`,
      body: { form: named },
    });
    expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect([...new URLSearchParams(body)]).toEqual(named);
  });

  it.skipIf(!isHere)("gets, and posts nothing", async () => {
    const asked = await sent(language, { method: "GET", url: `${address}/none`, query: [["a", "b"]] });
    expect([asked.method, asked.url.search, asked.body]).toEqual(["GET", "?a=b", ""]);
    const posted = await sent(language, { method: "POST", url: `${address}/none`, showsHeaders: true });
    expect([posted.method, posted.body]).toEqual(["POST", ""]);
  });

  it("has each value once, as a literal of the language", () => {
    const value = 'it\'s "$HOME" #{1} \\';
    const text = sampleIn(language, {
      method: "POST",
      url: "https://example.co.nz/x",
      body: { form: [["to", value]] },
    });
    const written: Record<Language, string> = {
      curl: `'to=it'\\''s "$HOME" #{1} \\'`,
      node: doubleQuoted(value),
      python: doubleQuoted(value),
      php: singleQuoted(value),
      csharp: doubleQuoted(value),
      go: doubleQuoted(value),
      ruby: singleQuoted(value),
    };
    expect(text.split(written[language])).toHaveLength(2);
  });
});

/** Any UTF-16 text, halves of pairs included. */
const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

describe("a literal", () => {
  it("in double quotes is one line of the escapes that all of its languages read", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = doubleQuoted(text);
        // UTF-8 cannot encode half a pair of UTF-16.
        expect(JSON.parse(written)).toBe(Buffer.from(text, "utf8").toString("utf8"));
        expect(written).toMatch(/^"(?:[^"\\\p{Cc}\u2028\u2029]|\\["\\bfnrt]|\\u(?!d[89a-f])[0-9a-f]{4})*"$/u);
      }),
    );
  });

  it("in single quotes ends at its end, and reads as what it was", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = singleQuoted(text);
        expect(written).toMatch(/^'(?:[^'\\]|\\['\\])*'$/);
        const read = written.slice(1, -1).replace(/\\(['\\])/g, "$1");
        expect(read).toBe(Buffer.from(text, "utf8").toString("utf8"));
      }),
    );
  });
});
