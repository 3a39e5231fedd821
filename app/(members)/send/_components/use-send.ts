"use client";

import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useState } from "react";
import { type ListCount, peopleIn } from "@/app/(members)/send/_components/counted";
import { EMPTY_FORM, type SendForm, toRequest } from "@/app/(members)/send/_components/send-form";
import { useDraft } from "@/app/(members)/send/_components/use-draft";
import { useMerge } from "@/app/(members)/send/_components/use-merge";
import { useRecipients } from "@/app/(members)/send/_components/use-recipients";
import { useSendOnce } from "@/app/(members)/send/_components/use-send-once";
import { ANSWER_MISSING_ZEROS } from "@/components/files/missing-zeros";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { checkForm, type FormErrors } from "@/components/send/check-send";
import { readMe } from "@/lib/contracts/generated/members/account";
import { countMessagesOperation, listMessagesOperation } from "@/lib/contracts/generated/members/messages";
import { readOverview } from "@/lib/contracts/generated/members/overview";
import { previewSendOperation, sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import { listDrafts } from "@/lib/contracts/generated/members/sending/drafts";
import { listSendsOperation } from "@/lib/contracts/generated/members/sending/sends";
import type { ContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { checkWindow } from "@/lib/sms/check-window";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";
import { measure } from "@/lib/sms/text/measure";

const CHANGES = [
  readMe,
  readOverview,
  listMessagesOperation,
  listSendsOperation,
  countMessagesOperation,
  listDrafts,
];

/** The time without changes before the price is requested, in milliseconds. */
const REST_MS = 400;

/** Returns the form, all values that depend on it, and its send, which runs once for each filled form. */
export function useSend(start: Partial<SendForm>, maxRecipients: number, contacts: ContactLists) {
  const [form, setForm] = useState<SendForm>({ ...EMPTY_FORM, ...start });
  const [errors, setErrors] = useState<FormErrors>({});
  const sending = useMemberAction(sendFromPageOperation, { changes: CHANGES, quiet: true });
  const change = (changes: Partial<SendForm>) => {
    setForm((before) => ({ ...before, ...changes }));
    setErrors({});
    // The form has changed since a refusal. The old refusal would hide the problems of the new form.
    if (sending.isError) sending.reset();
  };

  const { list, isRead, isOutdated } = useRecipients(form);
  const { fields, error: mergeError, shown } = useMerge(form, list, contacts.fields);
  const toLists = form.lists.length > 0;
  const text = shown?.text ?? form.body;
  const measured = useMemo(() => measure(text, form.unicode), [text, form.unicode]);
  const problems = problemsOf(form, list, mergeError);
  const checked = (): FormErrors => {
    const sendAt = form.localTime ? "" : form.sendAt;
    return { ...checkForm(toLists ? null : list, measured, maxRecipients, sendAt), ...problems };
  };
  const now = checked();
  const isSendable = Object.keys(now).length === 0;

  const request = useMemo(() => toRequest(form, list.recipients, fields), [form, list.recipients, fields]);
  const preview = usePreview(request, isSendable);
  const counted = useCounted(form.lists, preview);

  const restore = useRestore(start, contacts, setForm);
  useDraft(form, sending.data !== undefined && !form.sandbox, restore);
  const once = useSendOnce<typeof request>(sending.mutateAsync);
  const check = (): FormErrors => {
    const found = checked();
    setErrors(found);
    return found;
  };
  const startAgain = (kept: Partial<SendForm> | "all" = {}) => {
    once.forget();
    sending.reset();
    setForm((before) => (kept === "all" ? { ...before, sandbox: false } : { ...EMPTY_FORM, ...kept }));
  };
  return {
    /** An impossible time is shown at once. Problems of columns are shown when there are recipients. */
    errors: {
      ...errors,
      ...(now.sendAt ? { sendAt: now.sendAt } : {}),
      ...((toLists || list.recipients.length > 0) && mergeError ? { body: mergeError } : {}),
    },
    /** True if `list` belongs to the current numbers: it follows a moment later. */
    isListRead: toLists || isRead,
    /** True if the server no longer has the code that reads numbers. */
    isOutdated,
    form,
    change,
    check,
    list,
    measured,
    isSendable,
    sending,
    send: () => once.send(request),
    startAgain,
    /** The number of recipients. The server counts the people on lists. */
    many: toLists ? peopleIn(form.lists, contacts.lists, counted) : list.recipients.length,
    /** The shown text of one recipient, if texts differ. */
    shown,
    preview,
  };
}

/**
 * Returns the problems of the columns in the text, of the delivery hours, and of numbers without an answer.
 */
function problemsOf(
  { window, lists, missingZero }: SendForm,
  { missingZeros }: RecipientList,
  mergeError: string | undefined,
): FormErrors {
  const windowError = window ? checkWindow(window) : undefined;
  const isAsked = lists.length === 0 && missingZeros.count > 0 && missingZero === null;
  return {
    ...(isAsked ? { numbers: ANSWER_MISSING_ZEROS } : {}),
    ...(mergeError === undefined ? {} : { body: mergeError }),
    ...(windowError === undefined ? {} : { window: windowError }),
  };
}

/** Restores a draft into the form. Values from the page's address have priority. */
function useRestore(
  { body, numbers, lists }: Partial<SendForm>,
  contacts: ContactLists,
  setForm: Dispatch<SetStateAction<SendForm>>,
) {
  return useCallback(
    ({ lists: keptLists = [], ...kept }: Partial<SendForm>) => {
      if (body) return;
      const there = keptLists.filter((id) => contacts.lists.some((list) => list.id === id));
      setForm((before) => ({
        ...before,
        ...kept,
        lists: lists ?? (numbers ? [] : there),
        ...(numbers ? { numbers } : {}),
      }));
    },
    [body, numbers, lists, contacts.lists, setForm],
  );
}

/**
 * Returns the server's latest count, and its lists. It stays while the reader looks at another text of the
 * same send.
 */
function useCounted(lists: readonly string[], preview: ReturnType<typeof usePreview>): ListCount | undefined {
  const [counted, setCounted] = useState<ListCount>();
  const total = preview?.isOwn ? preview.data?.total : undefined;
  if (total !== undefined && (counted?.lists !== lists || counted.total !== total))
    setCounted({ lists, total });
  return counted;
}

/**
 * Returns the preview of a send: undefined while it is unknown, dimmed while it is out of date, null without
 * a send. `isOwn`: the preview belongs to the current form.
 */
function usePreview(request: ReturnType<typeof toRequest>, isSendable: boolean) {
  const rested = useRested(request, REST_MS);
  const { data, error, isFetching, isPlaceholderData } = useMember(previewSendOperation, rested, {
    // An earlier form may lack a needed field, such as recipients.
    enabled: isSendable && rested === request && rested.body !== "",
  });
  if (!isSendable) return null;
  const isOwn = rested === request && !isPlaceholderData;
  return { data, error, isOwn, isCurrent: isOwn && !isFetching };
}

/** Returns a value after it has been unchanged for some time. */
function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
