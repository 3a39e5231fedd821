"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { AutoTopUpDialogKind } from "@/app/(members)/billing/_components/auto-top-up-dialog";
import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { PauseReason } from "@/lib/contracts/base/values";
import {
  beginSavedCardOperation,
  readAutoTopUp,
  resumeAutoTopUpOperation,
} from "@/lib/contracts/generated/members/auto-top-up";
import { readOverview } from "@/lib/contracts/generated/members/overview";
import type { AutoTopUpFacts } from "@/lib/contracts/members/auto-top-up";
import { formatMoney } from "@/lib/money";

/** The reasons for a pause of auto top-up, each with advice. */
const PAUSE_WORDS: Record<PauseReason, { why: string; todo: string }> = {
  declined: {
    why: "Your bank declined the payment.",
    todo: "Check with your bank or replace the card, then resume.",
  },
  confirmation: {
    why: "Your bank wants you to confirm payments with this card.",
    todo: "Save the card again and confirm it with your bank, then resume.",
  },
  expired: { why: "Your card has expired.", todo: "Replace the card, then resume." },
  card: { why: "Your card couldn’t be charged.", todo: "Replace the card, then resume." },
  unanswered: {
    why: "We couldn’t confirm the last payment. If it went through, it’s added to your balance.",
    todo: "Check your card statement, then resume.",
  },
  taken_back: {
    why: "A card payment was refunded or disputed.",
    todo: "Resume to pay by card again.",
  },
};

const AutoTopUpDialog = loadedLater(
  async () => (await import("@/app/(members)/billing/_components/auto-top-up-dialog")).AutoTopUpDialog,
);

const STATES = {
  on: { title: "On", colour: "success" },
  off: { title: "Off", colour: "default" },
  paused: { title: "Paused", colour: "warning" },
} as const;

/** Draws the saved card and auto top-up. Draws nothing if the installation takes no cards. */
export function AutoTopUpPanel() {
  const facts = useMember(readAutoTopUp, {}).data;
  const [open, setOpen] = useState<AutoTopUpDialogKind>();
  const begin = useMemberAction(beginSavedCardOperation, { onDone: ({ url }) => location.assign(url) });
  if (!facts?.available) return null;
  const { title, colour } = STATES[facts.state];
  const enter = () => begin.mutate({});
  return (
    <Panel title="Auto top-up" actions={facts.card === null ? null : <Chip color={colour}>{title}</Chip>}>
      <div className="flex flex-col gap-4">
        <CardReturn hasCard={facts.card !== null} />
        {facts.card === null ? (
          <>
            <EmptyState title="No card saved">
              Save a card to add money automatically when your balance is low. You enter it on Stripe’s page.
            </EmptyState>
            <Button className="self-center" isPending={begin.isPending} onPress={enter}>
              Save a card
            </Button>
          </>
        ) : (
          <>
            <Troubles facts={facts} onReplace={enter} isReplacing={begin.isPending} />
            <Settings facts={facts} onOpen={setOpen} />
            <SavedCard card={facts.card} onReplace={enter} onRemove={() => setOpen("remove")} />
          </>
        )}
      </div>
      {open === undefined ? null : (
        <AutoTopUpDialog kind={open} facts={facts} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}

/** Draws the notice for a reader who returns from Stripe's page. */
function CardReturn({ hasCard }: { hasCard: boolean }) {
  const card = useSearchParams().get("card");
  if (card === "cancelled") return <p role="status">No card was saved.</p>;
  if (card !== "saved") return null;
  return (
    <Alert status="success">
      <AlertContent>
        <AlertTitle>
          {hasCard ? "Your card is saved." : "Thank you. Your card shows here in a moment."}
        </AlertTitle>
      </AlertContent>
    </Alert>
  );
}

/** Draws the reason for which auto top-up does not pay now, with advice. */
function Troubles({
  facts: { pausedFor, pausedAt, limit, settings },
  onReplace,
  isReplacing,
}: {
  facts: AutoTopUpFacts;
  onReplace: () => void;
  isReplacing: boolean;
}) {
  const resume = useMemberAction(resumeAutoTopUpOperation, {
    changes: [readAutoTopUp, readOverview],
    done: "Auto top-up resumed.",
  });
  if (pausedFor !== null) {
    const { why, todo } = PAUSE_WORDS[pausedFor];
    return (
      <Alert status="warning">
        <AlertContent>
          <AlertTitle>Auto top-up is paused. {why}</AlertTitle>
          <p className="text-sm text-muted">
            {todo}{" "}
            {pausedAt === null ? null : (
              <>
                Paused <Time at={pausedAt} isLong isInSentence />.
              </>
            )}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" isPending={resume.isPending} onPress={() => resume.mutate({})}>
              Resume
            </Button>
            <Button size="sm" variant="outline" isPending={isReplacing} onPress={onReplace}>
              Replace card
            </Button>
          </div>
        </AlertContent>
      </Alert>
    );
  }
  if (limit === null || settings === null) return null;
  const which =
    limit.kind === "day"
      ? `${countOf(settings.perDay, "payment")} in 24 hours`
      : `${formatMoney(String(settings.perMonth))} a month`;
  return (
    <Alert status="warning">
      <AlertContent>
        <AlertTitle>Limit reached: {which}</AlertTitle>
        <p className="text-sm text-muted">
          The next payment can be made from <Time at={limit.until} isLong isInSentence />. Raise the limit to
          add money sooner.
        </p>
      </AlertContent>
    </Alert>
  );
}

/** Draws the conditions and the amount of a top-up. */
function Settings({
  facts: { settings, state, isPaying, paidThisMonth },
  onOpen,
}: {
  facts: AutoTopUpFacts;
  onOpen: (kind: AutoTopUpDialogKind) => void;
}) {
  const isOff = state === "off";
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        {settings === null || isOff ? (
          <p>Turn on to add money automatically when your balance is low.</p>
        ) : (
          <>
            <p>
              Add <Money amount={String(settings.amount)} /> when the balance falls below{" "}
              <Money amount={String(settings.below)} />
            </p>
            <p className="text-sm text-muted">
              Up to {countOf(settings.perDay, "payment")} in 24 hours and{" "}
              <Money amount={String(settings.perMonth)} /> a month. <Money amount={paidThisMonth} /> paid this
              month.
            </p>
          </>
        )}
        {isPaying ? <p role="status">A payment is in progress.</p> : null}
      </div>
      <div className="flex gap-2">
        <Button size="sm" variant={isOff ? "primary" : "outline"} onPress={() => onOpen("settings")}>
          {isOff ? "Turn on" : "Change"}
        </Button>
        {isOff ? null : (
          <Button size="sm" variant="outline" onPress={() => onOpen("stop")}>
            Turn off
          </Button>
        )}
      </div>
    </div>
  );
}

function SavedCard({
  card: { brand, lastFour, expires, isExpired },
  onReplace,
  onRemove,
}: {
  card: NonNullable<AutoTopUpFacts["card"]>;
  onReplace: () => void;
  onRemove: () => void;
}) {
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
      <div className="min-w-0">
        <p>
          {brand} ending {lastFour}
        </p>
        <p className="text-sm text-muted">
          {isExpired ? "Expired" : "Expires"} {expires}
        </p>
      </div>
      <RowMenu
        label={`Actions for ${brand} ending ${lastFour}`}
        actions={[
          { title: "Replace", onSelect: onReplace },
          { title: "Remove", isDanger: true, onSelect: onRemove },
        ]}
      />
    </div>
  );
}
