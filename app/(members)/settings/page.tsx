import type { Metadata } from "next";
import { Suspense } from "react";
import { ActivityLog } from "@/app/(members)/settings/_components/activity-log";
import { PasswordPanel } from "@/app/(members)/settings/_components/password-panel";
import { SecondFactorPanel } from "@/app/(members)/settings/_components/second-factor-panel";
import { SettingsPanels } from "@/app/(members)/settings/_components/settings-panels";
import { PageHeader } from "@/components/ui/page-header";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Settings" };

/** What the account has chosen, how it is kept safe, and who did what. */
export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-6">
        <SettingsPanels />
        <PasswordPanel />
        <SecondFactorPanel />
        <Suspense fallback={<LoadingRows />}>
          <ActivityLog />
        </Suspense>
      </div>
    </>
  );
}
