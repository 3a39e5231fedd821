"use client";

import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { noticeFailure, noticeSuccess } from "@/components/controls/notice-list";
import type { InputOf, OutputOf, ParsedInputOf } from "@/components/members/declared";
import { queryKeyOf } from "@/components/members/query-key";
import { ask, type RequestError } from "@/components/members/request";
import type { MemberRoute } from "@/lib/contracts/members/operation";

/**
 * Reads an operation. The page before stays until the next one is there.
 * @param options.refetchIntervalMs how often it is read again: a number, or by the data. Undefined: never.
 */
export function useMember<Route extends MemberRoute>(
  operation: Route,
  input: InputOf<Route>,
  options: {
    refetchIntervalMs?: number | ((data: OutputOf<Route> | undefined) => number | undefined);
    enabled?: boolean;
  } = {},
) {
  const { refetchIntervalMs: interval } = options;
  return useQuery<OutputOf<Route>, RequestError>({
    queryKey: queryKeyOf(operation, input),
    queryFn: () => ask(operation, input),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) =>
      (typeof interval === "function" ? interval(state.data) : interval) ?? false,
  });
}

/**
 * How a page changes what it has read while the server is still being asked. It is only for changes that harm
 * nobody when they are late. Money, consent, access and secrets are shown as changed once they are.
 */
type OptimisticUpdate<Input> = {
  path: string;
  change: (data: unknown, input: Input, asked: unknown) => unknown;
};

/**
 * Declares how an action changes the data of a page before the server responds. Use it only if a late or failed change
 * harms nobody: a failure takes the change back. Money, consent, access and secrets are shown after the response.
 * @param change returns the changed data, given the data, the action's input, and the query's input. The page gives
 *   the action whole values of the types that the server reads.
 */
export function optimisticUpdate<Action extends MemberRoute, Read extends MemberRoute>(
  _action: Action,
  { path }: Read,
  change: (data: OutputOf<Read>, input: ParsedInputOf<Action>, asked: InputOf<Read>) => OutputOf<Read>,
): OptimisticUpdate<ParsedInputOf<Action>> {
  return { path, change: change as OptimisticUpdate<ParsedInputOf<Action>>["change"] };
}

/** How many changes by each operation, by its path, have no answer yet. */
const unanswered = new Map<string, number>();

/** Counts one more change by an operation, or with -1 one that was answered. Returns how many are left. */
function countUnanswered(path: string, difference: 1 | -1): number {
  const left = (unanswered.get(path) ?? 0) + difference;
  unanswered.set(path, left);
  return left;
}

/**
 * Does an operation, then reads again what it may have changed. Its optimistic updates are shown at once, and
 * taken back when it fails. A failure is shown as a toast unless the form shows it: one that was left meanwhile does not.
 * @returns the mutation, with `isPendingFor`: whether a request with these values still waits for its answer.
 */
export function useMemberAction<Route extends MemberRoute>(
  operation: Route,
  options: {
    /** The operations to be read again. */
    changes?: readonly MemberRoute[];
    /** Shown until the answer is there. Only for changes that the server has no reason to refuse. */
    optimistic?: readonly OptimisticUpdate<ParsedInputOf<Route>>[];
    done?: string;
    onDone?: (response: OutputOf<Route>) => void;
    /** Closes the dialog that asked. One that was closed meanwhile is left out: another may be in its place. */
    close?: () => void;
    quiet?: boolean;
  } = {},
) {
  const client = useQueryClient();
  const isShown = useIsShown();
  const { changes = [], optimistic = [] } = options;
  const readAgain = async () => {
    const left = countUnanswered(operation.path, -1);
    // A read must not undo an optimistic update: of several changes, the last to be answered reads.
    if (left > 0 && optimistic.length > 0) return;
    await Promise.all(changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
  };
  const mutationKey = [operation.path];
  const pending = useMutationState({
    filters: { mutationKey, exact: true, status: "pending" },
    select: ({ state }) => state.variables as Record<string, unknown>,
  });
  const isPendingFor = (values: Partial<InputOf<Route>>) =>
    pending.some((input) => Object.entries(values).every(([name, value]) => input[name] === value));
  const mutation = useMutation<OutputOf<Route>, RequestError, InputOf<Route>, () => void>({
    mutationKey,
    mutationFn: (input) => ask(operation, input),
    onMutate: (input) => {
      countUnanswered(operation.path, 1);
      return showAtOnce(client, optimistic, input as ParsedInputOf<Route>);
    },
    onSuccess: async (response) => {
      if (options.done) noticeSuccess(options.done);
      options.onDone?.(response);
      if (isShown.current) options.close?.();
      await readAgain();
    },
    onError: (error, _, takeBack) => {
      takeBack?.();
      if (!options.quiet || !isShown.current) noticeFailure(error.message);
      // Not awaited: the failure is shown at once.
      void readAgain();
    },
  });
  return { ...mutation, isPendingFor };
}

/** Whether the part of the page that calls this is on the page. */
function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Applies optimistic updates to what has been read. Returns how to take them back. */
async function showAtOnce<Input>(
  client: QueryClient,
  optimistic: readonly OptimisticUpdate<Input>[],
  input: Input,
): Promise<() => void> {
  const before: { key: QueryKey; data: unknown }[] = [];
  for (const { path, change } of optimistic) {
    // An answer to an earlier read must not arrive afterwards.
    await client.cancelQueries({ queryKey: [path] });
    for (const [key, data] of client.getQueriesData({ queryKey: [path] })) {
      if (data === undefined) continue;
      before.push({ key, data });
      client.setQueryData(key, change(data, input, key[1]));
    }
  }
  return () => {
    for (const { key, data } of before) client.setQueryData(key, data);
  };
}
