import { expect, it } from "vitest";
import { startForm } from "@/app/(members)/send/_components/send-form";
import type { MessageDetails } from "@/lib/contracts/members/messages";

const MESSAGE: MessageDetails["message"] = {
  id: "x",
  to: "64211234567",
  from: "552",
  text: "Tēnā koe",
  parts: 1,
  price: null,
  cancellable: false,
  autoReply: null,
  acceptedAt: "2026-11-21 11:00:00",
  sendAt: null,
  ownId: "order-1",
  rateCode: null,
  sendType: "sms",
  state: "UNDELIV",
  messageClass: "marketing",
  encoding: "UCS-2",
};

it("begins with the recipients of the address, or with all of a message that is sent again", () => {
  const options = { senders: [{ number: "552", own: false }], unicodeEnabled: true };
  expect(startForm({ to: "64211234567", repeated: undefined, options })).toEqual({ numbers: "64211234567" });
  expect(startForm({ to: null, repeated: MESSAGE, options })).toEqual({
    numbers: "64211234567",
    body: "Tēnā koe",
    messageClass: "marketing",
    rateCode: "",
    from: "552",
    unicode: true,
  });
});

it("leaves out a sender and Unicode that the account no longer has", () => {
  const options = { senders: [{ number: "7001", own: true }], unicodeEnabled: false };
  const form = startForm({ to: null, repeated: MESSAGE, options });
  expect(form).not.toHaveProperty("from");
  expect(form.unicode).toBe(false);
});
