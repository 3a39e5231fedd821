import { once } from "node:events";
import net from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { Exchanger } from "@/lib/carriers/http/exchange";

const OK = "HTTP/1.1 202 Accepted\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

/** What comes of a request to a carrier that answers with bytes and closes. */
async function exchangeWith(bytes: string) {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const exchanger = new Exchanger({ connections: 1, connectTimeoutMs: 5_000, answerTimeoutMs: 5_000 });
  onTestFinished(async () => {
    await exchanger.close();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return exchanger.send({
    origin: `http://127.0.0.1:${port}`,
    path: "/",
    method: "POST",
    headers: {},
    body: "{}",
  });
}

it.each([
  ["an answer", OK],
  ["an unasked 100 Continue", `HTTP/1.1 100 Continue\r\n\r\n${OK}`],
  ["several informational answers", `HTTP/1.1 103 E\r\nLink: a\r\n\r\nHTTP/1.1 100\r\n\r\n${OK}`],
  ["an odd header", OK.replace("Content-Type", "X Odd: 1\r\nContent-Type ")],
])("a carrier's answer counts: %s", async (_, bytes) => {
  expect(await exchangeWith(bytes)).toMatchObject({
    outcome: "answered",
    status: 202,
    body: "ok",
    isHtml: false,
  });
});

it.each([
  ["a body that breaks off", OK.replace(": 2", ": 9")],
  ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  ["an informational answer alone", "HTTP/1.1 100 Continue\r\n\r\n"],
])("a carrier's answer is none: %s", async (_, bytes) => {
  expect(await exchangeWith(bytes)).toMatchObject({ outcome: "unanswered" });
});
