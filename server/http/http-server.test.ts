import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { resetUnknownProxy, sawUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { freePort } from "@/server/base/free-port";
import { checkPort, listen } from "@/server/base/listen";
import { clientAddress, createGatewayServer, type GatewayServer } from "@/server/http/http-server";

describe("the client's address", () => {
  it("is the socket's where no proxy stands in front, whatever the client writes", () => {
    expect(clientAddress("198.51.100.1", "203.0.113.9", 0)).toBe("203.0.113.9");
  });

  it("is the entry that many proxies from the right", () => {
    expect(clientAddress("198.51.100.1, 203.0.113.5, 10.0.0.2", "10.0.0.1", 1)).toBe("10.0.0.2");
    expect(clientAddress("198.51.100.1, 203.0.113.5, 10.0.0.2", "10.0.0.1", 2)).toBe("203.0.113.5");
  });

  it("is the socket's when there are fewer entries than proxies", () => {
    expect(clientAddress("10.0.0.2", "10.0.0.1", 2)).toBe("10.0.0.1");
    expect(clientAddress(undefined, "10.0.0.1", 1)).toBe("10.0.0.1");
  });
});

describe("the server", () => {
  let gateway: GatewayServer | undefined;
  afterEach(() => gateway?.server.close());

  it("overwrites a forged X-Forwarded-For before a handler sees it", async () => {
    gateway = createGatewayServer((request, response) => response.end(request.headers["x-forwarded-for"]), 0);
    const port = await listen(gateway.server, 0, "127.0.0.1");
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { "x-forwarded-for": "198.51.100.1" },
    });
    expect(await response.text()).toBe("127.0.0.1");
  });

  it("notes that a proxy is in front which is not counted, and none that is", async () => {
    for (const [hops, header, noted] of [
      [0, {}, false],
      [1, { "x-forwarded-for": "198.51.100.1" }, false],
      [0, { "x-forwarded-for": "198.51.100.1" }, true],
    ] as const) {
      resetUnknownProxy();
      const { server } = createGatewayServer((_, response) => response.end(), hops);
      const port = await listen(server, 0, "127.0.0.1");
      await fetch(`http://127.0.0.1:${port}/`, { headers: header });
      expect(sawUnknownProxy()).toBe(noted);
      server.close();
    }
    resetUnknownProxy();
  });

  it("finishes the request in flight when it drains, and accepts no other", async () => {
    gateway = createGatewayServer(() => {}, 0);
    const address = `http://127.0.0.1:${await listen(gateway.server, 0, "127.0.0.1")}/`;
    const begun = fetch(address).then((response) => response.text());
    const [, response] = await once(gateway.server, "request");
    const drained = gateway.drain();
    await expect(fetch(address)).rejects.toThrow();
    response.end("done");
    expect(await begun).toBe("done");
    await drained;
  });

  it("tells who keeps a connection to use another when it drains", async () => {
    gateway = createGatewayServer(() => {}, 0);
    const port = await listen(gateway.server, 0, "127.0.0.1");
    const agent = new Agent({ keepAlive: true });
    const begun = new Promise<IncomingMessage>((resolve) => get({ port, agent }, resolve));
    const [, response] = await once(gateway.server, "request");
    const drained = gateway.drain();
    response.end("done");
    expect((await begun).headers.connection).toBe("close");
    await drained;
    agent.destroy();
  });

  it("answers a request on a connection that was accepted just before it drains", async () => {
    gateway = createGatewayServer((_, response) => response.end("done"), 0);
    const socket = connect(await listen(gateway.server, 0, "127.0.0.1"), "127.0.0.1");
    await new Promise((resolve) => gateway?.server.once("connection", resolve));
    const drained = gateway.drain();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*done/s);
    await drained;
  });

  it("says in one sentence that the port is in use", async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    await expect(checkPort(port, "127.0.0.1")).rejects.toThrow(
      `Port ${port} is in use. Set PORT to another one.`,
    );
    other.close();
  });
});
