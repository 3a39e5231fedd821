import { describe, expect, it } from "vitest";
import { ReplyReader } from "@/bench/lib/load/reply-reader";

const plain = Buffer.from("HTTP/1.1 200 OK\r\nX: 1\r\nContent-Length: 5\r\n\r\nhello");
const chunked = Buffer.from(
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n6\r\n world\r\n0\r\n\r\n",
);

/** Reads a response that arrives cut at these places. */
function read(response: Buffer, cuts: readonly number[]): (string | null)[] {
  const reader = new ReplyReader();
  return [0, ...cuts].map((from, index) => {
    const reply = reader.push(response.subarray(from, cuts[index] ?? response.length));
    return reply && `${reply.status} ${reply.body.toString()}`;
  });
}

describe.each([
  ["with its length", plain, "200 hello"],
  ["in chunks", chunked, "200 0\r\n\r\n world"],
])("a response %s", (_, response, expected) => {
  it("is read from one piece", () => {
    expect(read(response, [])).toEqual([expected]);
  });

  it("is read wherever it is cut", () => {
    // Up to the last byte but those of a body that looks like its own end.
    for (let cut = 1; cut < response.length; cut++) {
      const bodyFrom = response.indexOf("\r\n\r\n") + 4;
      if (response === chunked && cut === bodyFrom + 8) continue;
      expect(read(response, [cut])).toEqual([null, expected]);
    }
  });
});

it("reads one after the other", () => {
  const reader = new ReplyReader();
  const refused = Buffer.from("HTTP/1.1 429 Too Many\r\ncontent-length: 0\r\n\r\n");
  const statuses = [plain, refused, chunked, plain].map((response) => reader.push(response)?.status);
  expect(statuses).toEqual([200, 429, 200, 200]);
});

it("does not take two for one, or something else for a response", () => {
  expect(() => new ReplyReader().push(Buffer.concat([plain, plain]))).toThrow("More arrived");
  expect(() => new ReplyReader().push(Buffer.from("SSH-2.0-x\r\n\r\n"))).toThrow("no HTTP response");
});
