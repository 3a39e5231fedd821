import type { ReactNode } from "react";
import { signedInMember } from "@/app/_session/signed-in-member";
import { MembersFrame } from "@/components/members/members-frame";
import { Providers } from "@/components/members/providers";

/** The frame of the Members Area, for who is signed in. Each of its requests is looked at again by its handler. */
export default async function MembersLayout({ children }: { children: ReactNode }) {
  const member = await signedInMember();
  return (
    <Providers>
      <MembersFrame name={member.name} isAdmin={member.isAdmin}>
        {children}
      </MembersFrame>
    </Providers>
  );
}
