import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import net, { type AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { isReadableHost, NodeRequest } from "@/server/http/node-request";

const EDGE = { requestId: "id of the server", address: "192.0.2.1", isProxied: false };

const asked = (url: string, rawHeaders: string[] = []) =>
  new NodeRequest({ method: "GET", url, rawHeaders } as unknown as IncomingMessage, EDGE);

describe("a request of Node's", () => {
  it("asks for the path and the query string that an address would have", () => {
    const piece = fc.constantFrom(
      ..."/.?%2eE#'\"[]{}|^`<>&=+;:@!~aZ09_-\u00e9\\".split(""),
      "/..",
      "/%2e",
      "%20",
    );
    const target = fc.array(piece, { maxLength: 20 }).map((pieces) => `/a${pieces.join("")}`);
    fc.assert(
      fc.property(target, (url) => {
        const { pathname, search } = new URL(`http://localhost${url}`);
        const { path, search: query } = asked(url);
        expect([path, query]).toEqual([pathname, search]);
      }),
      { examples: [["/a?"], ["/a/.."], ["/a/%2E%2e/b?c"], ["/a?b='c'"], ["/a#b"]] },
    );
  });

  it("has headers by any case, and joins those that came several times", () => {
    const request = asked("/", ["Authorization", "Bearer a", "X-A", " b ", "AUTHORIZATION", "Bearer c"]);
    expect(request.header("authorization")).toBe("Bearer a, Bearer c");
    expect([request.header("x-a"), request.header("X-B")]).toEqual(["b", null]);
  });

  it("has the server's word for its id and its client's address, whatever the client wrote", () => {
    const request = asked("/", ["X-Request-Id", "mine", "x-forwarded-for", "203.0.113.9"]);
    expect(request.header("X-Request-Id")).toBe(EDGE.requestId);
    expect(request.header("x-forwarded-for")).toBe(EDGE.address);
  });

  it("has a proxy's word for the address that was asked only where there is a proxy", () => {
    const headers = ["X-Forwarded-Host", "a.example", "X-Forwarded-Proto", "https"];
    const given = (request: NodeRequest) =>
      ["x-forwarded-host", "X-Forwarded-Proto"].map((name) => request.header(name));
    expect(given(asked("/", headers))).toEqual([null, null]);
    const incoming = { method: "GET", url: "/", rawHeaders: headers } as unknown as IncomingMessage;
    expect(given(new NodeRequest(incoming, { ...EDGE, isProxied: true }))).toEqual(["a.example", "https"]);
  });

  it("keeps what is no blank of HTTP around a header's value", () => {
    expect(asked("/", ["X-A", "\t abc\u00a0 "]).header("x-a")).toBe("abc\u00a0");
  });

  it.each([
    ["example.com:", true],
    ["[::ffff:127.0.0.1]:80", true],
    ["[2001:0db8:0:0:0:0:0:1]:443", true],
    ["a#b", false],
    ["a\\b", false],
    ["localhost", true],
    ["Example.COM:8080", true],
    ["[::1]:80", true],
    ["", true],
    ["a/b", false],
    ["user@a", false],
    ["a b", false],
    ["a?b", false],
    ["a:b", false],
    ["[::1", false],
  ])("has a Host that can be read, %s: %s", (host, isReadable) => {
    expect(isReadableHost(host)).toBe(isReadable);
  });
});

describe("a body", () => {
  let server: http.Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Returns the result of `read` for a request whose client sends some bytes and leaves before anything is read. */
  async function readAfter<Result>(
    sent: string,
    read: (request: NodeRequest) => Promise<Result>,
  ): Promise<Result> {
    const given = new Promise<Result>((resolve, reject) => {
      server = http.createServer(async (incoming) => {
        client.destroy();
        await new Promise((closed) => incoming.once("close", closed));
        read(new NodeRequest(incoming, EDGE)).then(resolve, reject);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n${sent}`);
    return given;
  }

  const inChunks = async (request: NodeRequest) => {
    const chunks = request.chunks();
    return [await chunks.read(), await chunks.read()].map((chunk) => chunk && Buffer.from(chunk).toString());
  };

  it("is there though its client has left, where all of it came", async () => {
    expect(Buffer.from(await readAfter("body", (request) => request.bytes())).toString()).toBe("body");
    expect(await readAfter("body", inChunks)).toEqual(["body", null]);
  });

  it("is complete although its client left when half of it was read", async () => {
    const given = new Promise<Uint8Array | null>((resolve, reject) => {
      server = http.createServer(async (incoming) => {
        const request = new NodeRequest(incoming, EDGE);
        const start = request.chunks();
        await start.read();
        start.leave();
        client.end("dy", () => client.destroy());
        await new Promise((closed) => incoming.once("close", closed));
        request.chunks(2).read().then(resolve, reject);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo");
    expect(Buffer.from((await given) ?? []).toString()).toBe("dy");
  });

  it("is held in one piece, however many it comes in", async () => {
    const given = new Promise<Uint8Array>((resolve, reject) => {
      server = http.createServer((incoming) => new NodeRequest(incoming, EDGE).bytes().then(resolve, reject));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay();
    const [accepted] = (await once(server, "connection")) as [net.Socket];
    let sent = 0;
    for (const piece of ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n", ..."0123456789"]) {
      client.write(piece);
      sent += piece.length;
      await expect.poll(() => accepted.bytesRead, { interval: 1 }).toBe(sent);
    }
    const bytes = await given;
    client.destroy();
    expect(Buffer.from(bytes).toString()).toBe("0123456789");
    expect(bytes.buffer.byteLength).toBe(10);
  });

  it("is refused where its client left too early", async () => {
    await expect(readAfter("bo", (request) => request.bytes())).rejects.toThrow("left");
    await expect(readAfter("bo", inChunks)).rejects.toThrow("left");
  });
});
