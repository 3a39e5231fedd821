import type { Metadata } from "next";
import { Overview } from "@/app/(members)/overview/_components/overview";

export const metadata: Metadata = { title: "Overview" };

/** The first page after signing in. */
export default function OverviewPage() {
  return <Overview />;
}
