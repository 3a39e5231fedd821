"use client";

import { useEffect, useRef } from "react";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { useMember } from "@/components/members/use-member";
import { DRAFT_KEY } from "@/components/send/drafts";
import { readMe } from "@/lib/contracts/generated/members/account";

/** The longest draft that is kept, in characters: a tab has room for some millions. */
const MAX_DRAFT_LENGTH = 500_000;

/** The kept fields of a form. A file has to be chosen again. */
type Draft = Omit<SendForm, "file" | "sandbox"> & { accountId: number };

/**
 * Keeps an unsent form in this tab, and restores it when the page is opened again in the same account.
 * @param isSent true if the form was sent. The draft is then deleted.
 * @param restore called once with the kept form.
 */
export function useDraft(form: SendForm, isSent: boolean, restore: (kept: Partial<SendForm>) => void): void {
  const accountId = useMember(readMe, {}).data?.accountId;
  const isRestored = useRef(false);
  useEffect(() => {
    if (accountId === undefined) return;
    if (!isRestored.current) {
      isRestored.current = true;
      const kept = readDraft(accountId);
      if (kept) return restore(kept);
    }
    keepDraft(isSent ? null : form, accountId);
  }, [form, isSent, accountId, restore]);
}

function readDraft(account: number): Partial<SendForm> | null {
  try {
    const { accountId, ...kept }: Draft = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null") ?? {};
    return accountId === account ? kept : null;
  } catch {
    return null;
  }
}

function keepDraft(form: SendForm | null, accountId: number): void {
  const { file, sandbox, ...kept } = form ?? { file: null, sandbox: false, numbers: "", body: "" };
  const text = JSON.stringify({ accountId, ...kept });
  try {
    if ((kept.numbers === "" && kept.body === "") || text.length > MAX_DRAFT_LENGTH)
      sessionStorage.removeItem(DRAFT_KEY);
    else sessionStorage.setItem(DRAFT_KEY, text);
  } catch {
    // A browser that blocks storage keeps no draft.
  }
}
