import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { SendPage } from "@/app/(members)/send/_components/send-page";
import { GET as readSendOptionsHandler } from "@/app/api/members/send/route";
import { readSendOptions } from "@/lib/contracts/members/send";

export const metadata: Metadata = { title: "Send" };

/** Writes a text, and sends it to one or to many. */
export default function SendRoute() {
  return (
    <FirstReads reads={[firstRead(readSendOptions, {}, readSendOptionsHandler)]}>
      <SendPage />
    </FirstReads>
  );
}
