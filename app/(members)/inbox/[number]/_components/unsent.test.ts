import { expect, test } from "vitest";
import { giveBack, type Reply, takeBack } from "@/app/(members)/inbox/[number]/_components/unsent";

const reply = (text: string): Reply => ({ text, unicode: false, key: text });

test("what could not be sent goes to the form on the page, or else to the next one of its number, once", () => {
  const taken: string[] = [];
  const takeInto =
    (name: string) =>
    ({ text }: Reply): void =>
      void taken.push(`${name} ${text}`);
  const end = takeBack("64211", takeInto("first"));
  giveBack("64211", reply("a"));
  end();
  giveBack("64211", reply("b"));
  giveBack("64211", reply("b2"));
  giveBack("64212", reply("c"));
  takeBack("64211", takeInto("second"));
  takeBack("64211", takeInto("third"));
  end();
  giveBack("64211", reply("d"));
  expect(taken).toEqual(["first a", "second b2", "second b", "third d"]);
});
