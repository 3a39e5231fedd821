import { describe, expect, it, vi } from "vitest";
import { jsonReply, storedReply } from "@/lib/http/reply/json-reply";
import type { Pieces, Reply } from "@/lib/http/reply/reply";

const piecesOf = ({ body }: Reply) => body as Pieces;
const isWhole = ({ body }: Reply) => typeof body === "string";

describe("an answer in JSON", () => {
  it("of one piece is a text, whose request has ended", () => {
    const ended = vi.fn();
    const reply = jsonReply(['{"success":true}'], ended, { "Idempotent-Replay": "true" });
    expect(reply).toMatchObject({
      body: '{"success":true}',
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
        "Idempotent-Replay": "true",
      },
    });
    expect(ended).toHaveBeenCalledOnce();
    expect(isWhole(storedReply("{}", ended))).toBe(true);
    expect(ended).toHaveBeenCalledTimes(2);
  });

  it("of more is made as it is read, and has ended when all of it has been", async () => {
    const ended = vi.fn();
    let made = 0;
    function* pieces() {
      for (; made < 100; made++) yield `${made},`;
    }
    const reply = jsonReply(pieces(), ended);
    expect(made).toBeLessThan(3);
    const text = await reply.toResponse().text();
    expect(text.split(",").slice(0, -1).map(Number)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect(ended).toHaveBeenCalledOnce();
  });

  it("has ended once when nobody reads it any more", async () => {
    for (const read of [0, 1, 3]) {
      const ended = vi.fn();
      const pieces = piecesOf(jsonReply(["a", "b", "c", "d"], ended));
      for (let at = 0; at < read; at++) pieces.next();
      expect(ended).not.toHaveBeenCalled();
      pieces.return?.();
      pieces.return?.();
      expect(pieces.next().done).toBe(true);
      expect(ended).toHaveBeenCalledOnce();
    }
    const ended = vi.fn();
    await jsonReply(["a", "b", "c"], ended).toResponse().body?.cancel();
    expect(ended).toHaveBeenCalledOnce();
  });

  it("that was stored is repeated byte for byte, in pieces where it is long", async () => {
    const stored = JSON.stringify({ text: "ā😀".repeat(50_000) });
    const ended = vi.fn();
    const reply = storedReply(stored, ended);
    expect(isWhole(reply)).toBe(false);
    expect(ended).not.toHaveBeenCalled();
    expect(await reply.toResponse().text()).toBe(stored);
    expect(ended).toHaveBeenCalledOnce();
  });
});
