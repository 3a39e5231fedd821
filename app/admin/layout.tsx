import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { changeMarkOf } from "@/app/_session/change-mark";
import { FirstReads } from "@/app/_session/first-reads";
import { readOfMe } from "@/app/_session/read-of-me";
import { signedInMember } from "@/app/_session/signed-in-member";
import NotFound from "@/app/not-found";
import { LiveUpdates } from "@/components/members/live-updates";
import { Providers } from "@/components/members/providers";
import { AdminShell } from "@/components/shell/admin-shell";
import { Today } from "@/components/ui/today";
import { now } from "@/lib/clock";
import { VIEWER } from "@/lib/contracts/base/roles";

/**
 * Draws the frame of Administration. For other people the page does not exist. An administrator who views an
 * account is sent back to it.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const member = await signedInMember();
  if (member.role === VIEWER) redirect("/overview");
  // The proxy has responded 404 already. If this called `notFound`, only the browser would draw the page, and
  // later.
  if (!member.isAdmin) return <NotFound />;
  const since = await changeMarkOf(member);
  return (
    <Providers>
      <LiveUpdates since={since} />
      <FirstReads reads={[readOfMe(member)]}>
        <Today nowMs={now().getTime()}>
          <AdminShell name={member.name} accountId={member.accountId}>
            {children}
          </AdminShell>
        </Today>
      </FirstReads>
    </Providers>
  );
}
