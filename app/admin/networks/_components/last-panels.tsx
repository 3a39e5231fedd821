"use client";

import { ErrorRules } from "@/app/admin/networks/_components/error-rules";
import { NetworkEvents } from "@/app/admin/networks/_components/network-events";
import { RouteTester } from "@/app/admin/networks/_components/routes/route-tester";
import { UnmatchedReports } from "@/app/admin/networks/_components/unmatched-reports";

/** Draws the panels below the networks and their routes. */
export function LastPanels({ names }: { names: readonly string[] }) {
  return (
    <>
      <RouteTester />
      <ErrorRules />
      <NetworkEvents names={names} />
      <UnmatchedReports />
    </>
  );
}
