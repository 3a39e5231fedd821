import type { Metadata } from "next";
import { Suspense } from "react";
import { Shortcodes } from "@/app/admin/shortcodes/_components/shortcodes";

export const metadata: Metadata = { title: "Shortcodes" };

/** The numbers that messages go out from. */
export default function ShortcodesPage() {
  return (
    <Suspense>
      <Shortcodes />
    </Suspense>
  );
}
