import { expect, it } from "vitest";
import { doEach } from "@/components/members/do-each";
import { RequestError } from "@/components/members/request";

const refused = (message: string) => new RequestError(message, "conflict", 409);
const unreachable = new RequestError("Can’t reach the server.", "unreachable", 0);

/** Returns an action that records its inputs, and throws the error given for an input. */
function acting(errors: Record<number, Error>) {
  const asked: number[] = [];
  const act = async (input: number) => {
    asked.push(input);
    const error = errors[input];
    if (error) throw error;
  };
  return { asked, act };
}

it("does all of them, one after the other", async () => {
  const { asked, act } = acting({});
  expect(await doEach([1, 2, 3], act)).toEqual({ done: 3, failed: 0, reasons: [] });
  expect(asked).toEqual([1, 2, 3]);
});

it("goes on past those that are refused, and says each reason once", async () => {
  const { asked, act } = acting({ 1: refused("Sent."), 3: refused("Sent."), 4: refused("Gone.") });
  expect(await doEach([1, 2, 3, 4, 5], act)).toEqual({ done: 2, failed: 3, reasons: ["Sent.", "Gone."] });
  expect(asked).toEqual([1, 2, 3, 4, 5]);
});

it("stops when the server cannot be reached", async () => {
  const { asked, act } = acting({ 2: unreachable });
  expect(await doEach([1, 2, 3], act)).toEqual({ done: 1, failed: 2, reasons: [unreachable.message] });
  expect(asked).toEqual([1, 2]);
});
