import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { ACTIVITY_FILTERS } from "@/app/(members)/settings/_components/activity-filter-names";
import { ActivityLog } from "@/app/(members)/settings/_components/activity-log";
import { PasswordPanel } from "@/app/(members)/settings/_components/password-panel";
import { SecondFactorPanel } from "@/app/(members)/settings/_components/second-factor-panel";
import { SessionsPanel } from "@/app/(members)/settings/_components/sessions-panel";
import { SettingsPanels } from "@/app/(members)/settings/_components/settings-panels";
import { ACTIVITY_ENDPOINTS } from "@/app/api/members/activity/endpoints";
import { SESSIONS_ENDPOINTS } from "@/app/api/members/sessions/endpoints";
import { SETTINGS_ENDPOINTS } from "@/app/api/members/settings/endpoints";
import { given } from "@/components/members/given";
import { May } from "@/components/members/role";
import { PageHeader } from "@/components/ui/page-header";
import { listActivity as activityRoute } from "@/lib/contracts/generated/members/activity";
import { readSettings as settingsRoute } from "@/lib/contracts/generated/members/settings";
import { listActivity } from "@/lib/contracts/members/activity";
import { listSessions } from "@/lib/contracts/members/people/sessions";
import { readSettings } from "@/lib/contracts/members/settings";

export const metadata: Metadata = { title: "Settings" };

/** Draws the page of settings: the account's for its owners, and each reader's own security. */
export default async function SettingsPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = {
    ...(await searchValues(searchParams, ACTIVITY_FILTERS)),
    ...(await pageNumber(searchParams)),
  };
  const reads = [
    firstRead(SETTINGS_ENDPOINTS, readSettings, {}),
    firstRead(ACTIVITY_ENDPOINTS, listActivity, given(asked)),
    firstRead(SESSIONS_ENDPOINTS, listSessions, {}),
  ];
  return (
    <FirstReads reads={reads}>
      <PageHeader title="Settings" />
      <div className="flex max-w-4xl flex-col gap-6">
        <May call={settingsRoute}>
          <SettingsPanels />
        </May>
        <PasswordPanel />
        <SecondFactorPanel />
        <SessionsPanel />
        <May call={activityRoute}>
          <ActivityLog />
        </May>
      </div>
    </FirstReads>
  );
}
