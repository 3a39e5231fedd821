import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MessageFacts } from "@/components/messages/message-facts";
import type { MessageDetails } from "@/lib/contracts/members/messages";

const MESSAGE: MessageDetails["message"] = {
  id: "0199",
  to: "64211234567",
  from: "552",
  text: "Kia ora",
  sendType: "sms",
  messageClass: "transactional",
  parts: 1,
  encoding: "GSM-7",
  state: "DELIVRD",
  cancellable: false,
  autoReply: null,
  acceptedAt: "2026-11-22 08:35:56",
  sendAt: null,
  ownId: null,
  rateCode: null,
  price: { net: "107352.08", gst: "16102.814", total: "123454.894", givenBackAt: null },
};

it("writes a price as all amounts are written", () => {
  const markup = renderToStaticMarkup(<MessageFacts message={MESSAGE} />);
  for (const said of ["$107,352.08", "$16,102.814", "$123,454.894"]) expect(markup).toContain(said);
});
