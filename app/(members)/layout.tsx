import type { ReactNode } from "react";
import { changeMarkOf } from "@/app/_session/change-mark";
import { FirstReads } from "@/app/_session/first-reads";
import { readOfMe } from "@/app/_session/read-of-me";
import { shellMemberOf } from "@/app/_session/shell-member";
import { signedInMember } from "@/app/_session/signed-in-member";
import { LiveUpdates } from "@/components/members/live-updates";
import { Providers } from "@/components/members/providers";
import { MemberShell } from "@/components/shell/member-shell";
import { Today } from "@/components/ui/today";
import { now } from "@/lib/clock";
import { env } from "@/lib/env";

/** Draws the frame of the Members Area for signed-in people. Handlers check each request again. */
export default async function MembersLayout({ children }: { children: ReactNode }) {
  const member = await signedInMember();
  const since = await changeMarkOf(member);
  return (
    <Providers>
      <LiveUpdates since={since} />
      <FirstReads reads={[readOfMe(member)]}>
        <Today nowMs={now().getTime()}>
          <MemberShell member={shellMemberOf(member)} isSimulated={env().carrier === "simulator"}>
            {children}
          </MemberShell>
        </Today>
      </FirstReads>
    </Providers>
  );
}
