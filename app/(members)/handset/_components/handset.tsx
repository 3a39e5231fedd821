"use client";

import Link from "next/link";
import { NumberEndings } from "@/app/(members)/handset/_components/number-endings";
import { PhoneScreen } from "@/app/(members)/handset/_components/phone-screen";
import { USUAL_NUMBER } from "@/app/(members)/handset/_components/usual-number";
import { WriteForm } from "@/app/(members)/handset/_components/write-form";
import { Button } from "@/components/controls/button";
import { FilterField } from "@/components/lists/filter-field";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { LINK } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Loaded } from "@/components/ui/states";
import { readHandsetOperation, writeFromHandsetOperation } from "@/lib/contracts/generated/members/handset";
import type { MemberHandset } from "@/lib/contracts/members/handset";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** The interval between reads of the screen, in milliseconds. */
const REFRESH_MS = 2_000;

/** Draws a handset of the simulated network: its texts, a form to write, and its owner. */
export function Handset() {
  const { values, set } = useUrlFilters(["number"]);
  const number = values.number || USUAL_NUMBER;
  const handset = useMember(readHandsetOperation, { number }, { refetchIntervalMs: REFRESH_MS });
  return (
    <>
      <PageHeader title="Handset">
        The network is simulated, so every number you text is a phone you can open. Read its messages from
        you, and reply.
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <Loaded query={handset}>{(read) => <Phone key={read.number} read={read} />}</Loaded>
        <div className="flex flex-col gap-6">
          <Panel title="Phone">
            <div className="flex flex-col gap-4">
              <FilterField
                label="Number"
                type="search"
                placeholder={USUAL_NUMBER}
                value={number}
                onChange={(next) => set({ number: next })}
              />
              <Others numbers={handset.data?.others ?? []} onPick={(next) => set({ number: next })} />
              <Link
                href={`/send?to=${encodeURIComponent(handset.data?.number ?? number)}`}
                className={`${LINK} w-fit`}
              >
                Send a message
              </Link>
            </div>
          </Panel>
          <NumberEndings />
        </div>
      </div>
    </>
  );
}

function Others({ numbers, onPick }: { numbers: readonly string[]; onPick: (number: string) => void }) {
  if (numbers.length === 0) return null;
  return (
    <div>
      <p className="mb-2 text-sm text-muted">Recently texted</p>
      <ul className="flex flex-wrap gap-2">
        {numbers.map((number) => (
          <li key={number}>
            <Button size="sm" variant="outline" onPress={() => onPick(number)}>
              <PhoneNumber number={number} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Phone({ read: { number, texts, writesTo } }: { read: MemberHandset }) {
  return (
    <section
      aria-label={`Phone ${writtenNumber(number)}`}
      className="mx-auto flex h-[42rem] max-h-[85dvh] w-full max-w-96 flex-col overflow-hidden rounded-[2.5rem] border-[6px] border-ink/80 bg-panel"
    >
      <h2 className="border-b border-line px-5 pt-4 pb-3 text-center font-medium">
        <PhoneNumber number={number} />
      </h2>
      <PhoneScreen number={number} texts={texts} />
      <May call={writeFromHandsetOperation}>
        {writesTo.length > 0 ? <WriteForm number={number} shortcodes={writesTo} /> : <NothingToAnswer />}
      </May>
    </section>
  );
}

function NothingToAnswer() {
  return (
    <p className="border-t border-line px-5 pt-3 pb-5 text-sm text-muted">
      Send this phone a message first to reply from it.
    </p>
  );
}
