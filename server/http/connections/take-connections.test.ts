import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { listen } from "@/server/base/listen";
import { takeConnections } from "@/server/http/connections/take-connections";

function begin(maxConnections?: number) {
  const server: Server = createHttpServer();
  server.removeAllListeners("connection");
  const served: Socket[] = [];
  server.on("connection", (socket) => served.push(socket));
  const said: string[] = [];
  const taker = takeConnections(server, (outcome) => said.push(outcome), maxConnections);
  const send = (socket: Socket | undefined) => {
    taker.take(socket);
    taker.noteSent();
  };
  return { taker, send, served, said };
}

const connection = () => new PassThrough() as unknown as Socket;

describe("a worker", () => {
  it("says of each connection once whether it came", () => {
    const { taker, send, served, said } = begin();
    send(connection());
    taker.noteSent();
    send(undefined);
    taker.noteSent();
    expect(said).toEqual(["taken", "missed", "taken", "missed"]);
    expect(served).toHaveLength(1);
  });

  it("closes an idle connection when a connection exceeds the limit", () => {
    const { send, served, said } = begin(2);
    const [first, second, third] = [connection(), connection(), connection()];
    for (const socket of [first, second, third]) send(socket);
    expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([true, false, false]);
    expect(served).toEqual([first, second, third]);
    expect(said).toEqual(Array(3).fill("taken"));
  });

  it("closes an idle connection when it had no descriptor for a new one", () => {
    const { taker, send } = begin();
    const [first, second] = [connection(), connection()];
    for (const socket of [first, second]) send(socket);
    taker.noteSent();
    expect([first.destroyed, second.destroyed]).toEqual([true, false]);
  });
});

/** A child that opens all its descriptors but two, and reports for each message whether a socket came with it. */
const FULL_CHILD = `
  const fs = require("node:fs");
  const open = [];
  try { for (;;) open.push(fs.openSync("/dev/null")); } catch {}
  for (const last of open.splice(-2)) fs.closeSync(last);
  const kept = [];
  process.on("message", (kind, socket) => {
    kept.push(socket);
    process.send([kind, socket !== undefined]);
  });
  process.send("ready");
`;

describe("a process without a free descriptor", () => {
  let child: ChildProcess;
  const sockets: Socket[] = [];
  afterEach(() => {
    child.kill("SIGKILL");
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it("loses the message with the connection, and gets the one that follows it", async () => {
    const command = `ulimit -n 60; exec "${process.execPath}" -e '${FULL_CHILD}'`;
    child = spawn("sh", ["-c", command], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    await once(child, "message");
    const said: unknown[] = [];
    child.on("message", (message) => said.push(message));
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      sockets.push(socket);
      child.send("connection", socket, { keepOpen: true });
      child.send("connection-sent");
    });
    const port = await listen(server, 0, "127.0.0.1");
    for (let opened = 0; opened < 4; opened++) sockets.push(connect(port, "127.0.0.1"));
    const [sent, came] = [
      ["connection-sent", false],
      ["connection", true],
    ];
    await expect.poll(() => said).toEqual([came, sent, came, sent, sent, sent]);
    server.close();
  });
});
