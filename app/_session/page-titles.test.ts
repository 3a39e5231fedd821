import { expect, it } from "vitest";
import { accountTitle, deliveryTitle, messageTitle } from "@/app/_session/page-titles";
import type { Member } from "@/lib/auth/sessions/member";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const memberOf = (accountId: number, isAdmin = false, role: Member["role"] = "owner") =>
  ({ accountId, isAdmin, role }) as Member;

it("names a message by its recipient, a delivery by its receiver and an account by its name", async () => {
  const { accountId } = await testAccount({ name: "Harbour Books" });
  const { accountId: other } = await testAccount();
  const message = await sentMessage(accountId, "64215551781", NOW);
  const delivery = newId();
  await db().prisma.webhookDelivery.create({
    data: {
      id: delivery,
      accountId,
      kind: "report",
      messageId: message,
      body: "{}",
      createdAt: NOW,
      state: "delivered",
      attemptedAt: NOW,
      attemptedUrl: "https://shop.example.com/sms?key=secret",
    },
  });
  const seenBy = (member: Member) =>
    Promise.all([
      messageTitle(db(), member, message),
      messageTitle(db(), member, "no-id"),
      deliveryTitle(db(), member, delivery),
      accountTitle(db(), member, accountId),
    ]);
  const report = "Delivery report to shop.example.com";
  expect(await seenBy(memberOf(accountId))).toEqual(["Message to 021 555 1781", null, report, null]);
  expect(await seenBy(memberOf(accountId, false, "viewer"))).toEqual([
    "Message to 021 555 1781",
    null,
    null,
    null,
  ]);
  expect(await seenBy(memberOf(other, true))).toEqual([null, null, null, "Harbour Books"]);
});
