import { expect, it } from "vitest";
import { ReplyReader } from "@/bench/lib/load/reply-reader";

const plain = Buffer.from("HTTP/1.1 200 OK\r\nX: 1\r\nContent-Length: 5\r\n\r\nhello");
const chunked = Buffer.from(
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n6\r\n world\r\n0\r\n\r\n",
);

it.each([
  ["with its length", plain, "hello"],
  ["in chunks", chunked, "0\r\n\r\n world"],
])("reads a response %s, wherever it is cut", (_, response, body) => {
  for (let cut = 1; cut < response.length; cut++) {
    const reader = new ReplyReader();
    expect(reader.push(response.subarray(0, cut))).toBeNull();
    expect(reader.push(response.subarray(cut))).toEqual({ status: 200, body: Buffer.from(body) });
  }
});

it("reads one after the other", () => {
  const reader = new ReplyReader();
  const refused = Buffer.from("HTTP/1.1 429 Too Many\r\ncontent-length: 0\r\n\r\n");
  const statuses = [plain, refused, chunked, plain].map((response) => reader.push(response)?.status);
  expect(statuses).toEqual([200, 429, 200, 200]);
});

it("refuses two at once, and bytes that are no response", () => {
  for (const response of [plain, chunked])
    expect(() => new ReplyReader().push(Buffer.concat([response, response]))).toThrow("More arrived");
  expect(() => new ReplyReader().push(Buffer.from("SSH-2.0-x\r\n\r\n"))).toThrow("no HTTP response");
});
