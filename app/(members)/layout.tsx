import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { MembersFrame } from "@/components/members/members-frame";
import { Providers } from "@/components/members/providers";
import { findMember } from "@/lib/accounts/member";
import { db } from "@/lib/db/client";
import { readSession } from "@/lib/http/session";

/** The frame of the Members Area, for who is signed in. Each of its requests is looked at again by its handler. */
export default async function MembersLayout({ children }: { children: ReactNode }) {
  const claims = await readSession((await headers()).get("cookie"));
  const member = claims && (await findMember(db(), claims));
  if (!member) redirect("/sign-in");
  return (
    <Providers>
      <MembersFrame name={member.name} isAdmin={member.isAdmin}>
        {children}
      </MembersFrame>
    </Providers>
  );
}
