"use client";

import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  EMPTY_FORM,
  listedRecipients,
  type SendForm,
  toRequest,
} from "@/app/(members)/send/_components/send-form";
import { useDraft } from "@/app/(members)/send/_components/use-draft";
import { useListReader } from "@/app/(members)/send/_components/use-list-reader";
import { useMerge } from "@/app/(members)/send/_components/use-merge";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { checkForm, type FormErrors, newKey } from "@/components/send/check-send";
import type { ContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { readMe, readOverview } from "@/lib/contracts/routes/account-routes";
import {
  countMessagesOperation,
  listDrafts,
  listMessagesOperation,
  listSendsOperation,
  previewSendOperation,
  sendFromPageOperation,
} from "@/lib/contracts/routes/messaging-routes";
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

const UNREAD: RecipientList = { recipients: [], lines: [], problems: [] };

/** How long a form must be unchanged before its price is asked for. */
const REST_MS = 400;

/** The form, all values that follow from it, and its send: once for each time it is filled in. */
export function useSend(start: Partial<SendForm>, maxRecipients: number, contacts: ContactLists) {
  const [form, setForm] = useState<SendForm>({ ...EMPTY_FORM, ...start });
  const [errors, setErrors] = useState<FormErrors>({});
  const change = (changes: Partial<SendForm>) => {
    setForm((before) => ({ ...before, ...changes }));
    setErrors({});
  };

  // Reading a long list takes time, and typing comes first.
  const numbers = useDeferredValue(form.numbers);
  const read = useListReader();
  const list = useMemo(
    () => read?.(listedRecipients(numbers, form.file)) ?? UNREAD,
    [read, numbers, form.file],
  );
  const { fields, error: mergeError, shown } = useMerge(form, list, contacts.fields);
  const toLists = form.lists.length > 0;
  const text = shown?.text ?? form.body;
  const measured = useMemo(() => measure(text, form.unicode), [text, form.unicode]);
  const problems = problemsOf(form, mergeError);
  const isSendable =
    Object.keys({ ...checkForm(toLists ? null : list, measured, maxRecipients), ...problems }).length === 0;

  const request = useMemo(() => toRequest(form, list.recipients, fields), [form, list.recipients, fields]);
  const preview = usePreview(request, isSendable);

  const restore = useRestore(start, contacts, setForm);
  const sending = useMemberAction(sendFromPageOperation, { changes: CHANGES, quiet: true });
  useDraft(form, sending.data !== undefined && !form.sandbox, restore);
  const keyed = useRef({ request: "", key: "" });
  const send = () => {
    const content = JSON.stringify(request);
    // The same form has the same idempotency key, however often it is sent. Any change gives it another.
    if (keyed.current.request !== content) keyed.current = { request: content, key: newKey() };
    sending.mutate({ ...request, key: keyed.current.key });
  };
  const check = (): FormErrors => {
    const sendAt = form.localTime ? "" : form.sendAt;
    const found = { ...checkForm(toLists ? null : list, measured, maxRecipients, sendAt), ...problems };
    setErrors(found);
    return found;
  };
  const startAgain = (kept: Partial<SendForm> | "all" = {}) => {
    keyed.current = { request: "", key: "" };
    sending.reset();
    setForm((before) => (kept === "all" ? { ...before, sandbox: false } : { ...EMPTY_FORM, ...kept }));
  };
  return {
    /** What is wrong with the columns that the text names is said once there are recipients. */
    errors: (toLists || list.recipients.length > 0) && mergeError ? { ...errors, body: mergeError } : errors,
    /** Whether `list` is of the numbers as they stand: it follows a moment later. */
    isListRead: toLists || (Boolean(read) && numbers === form.numbers),
    /** Whether the server no longer has the code that reads numbers. */
    isOutdated: read === null,
    ...{ form, change, check, list, measured, isSendable, sending, send, startAgain },
    /** How many it goes to: those of lists are the server's to count, and until it has, everybody in them is. */
    many: toLists ? (preview?.data?.total ?? membersOf(contacts, form.lists)) : list.recipients.length,
    /** The text of one recipient, where texts differ, and which is shown. */
    shown,
    preview,
  };
}

/** What is wrong with the columns that the text names, and with the delivery hours. */
function problemsOf({ window }: SendForm, mergeError: string | undefined): FormErrors {
  const windowError = window ? checkWindow(window) : undefined;
  return {
    ...(mergeError === undefined ? {} : { body: mergeError }),
    ...(windowError === undefined ? {} : { window: windowError }),
  };
}

/** Puts a draft into the form. What the page was opened with goes before what was kept. */
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
        ...{ ...before, ...kept, lists: lists ?? (numbers ? [] : there) },
        ...(numbers ? { numbers } : {}),
      }));
    },
    [body, numbers, lists, contacts.lists, setForm],
  );
}

/** How many contacts lists have, those that are in several counted as often. */
function membersOf({ lists }: ContactLists, chosen: readonly string[]): number {
  return lists.reduce((sum, { id, contacts }) => (chosen.includes(id) ? sum + contacts : sum), 0);
}

/** The preview of a send: undefined while it is unknown, dimmed while it is out of date, null without a send. */
function usePreview(request: ReturnType<typeof toRequest>, isSendable: boolean) {
  const rested = useRested(request, REST_MS);
  const { data, error, isFetching } = useMember(previewSendOperation, rested, {
    enabled: isSendable && rested.body !== "",
  });
  return isSendable ? { data, error, isCurrent: rested === request && !isFetching } : null;
}

/** A value, once it has been unchanged for some time. */
function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
