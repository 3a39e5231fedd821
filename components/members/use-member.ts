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
 * Reads an operation. Keeps the previous page of a list until the next one is loaded.
 * @param options.refetchIntervalMs the interval between reads: a number, or a function of the data.
 * Undefined: no repeated reads.
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
 * A change of a page's data that is shown before the server responds. Use it only if a late change harms no
 * person. Show money, consent, access and secrets after the response.
 */
type OptimisticUpdate<Input> = {
  path: string;
  change: (data: unknown, input: Input, asked: unknown) => unknown;
};

/**
 * Declares how an action changes the data of a page before the server responds. Use it only if a late or
 * failed change harms no person; a failure reverts the change. Show money, consent, access and secrets after
 * the response.
 * @param change returns the changed data, given the data, the action's input, and the query's input. The page
 * passes the action complete values, in the types that the server parses.
 */
export function optimisticUpdate<Action extends MemberRoute, Read extends MemberRoute>(
  _action: Action,
  { path }: Read,
  change: (data: OutputOf<Read>, input: ParsedInputOf<Action>, asked: InputOf<Read>) => OutputOf<Read>,
): OptimisticUpdate<ParsedInputOf<Action>> {
  return { path, change: change as OptimisticUpdate<ParsedInputOf<Action>>["change"] };
}

/** The number of changes without a response, by the operation's path. */
const unanswered = new Map<string, number>();

/**
 * Adds a number to the unanswered changes of an operation: 1 before a request, -1 after its response. Returns
 * the new number.
 */
function countUnanswered(path: string, difference: 1 | -1): number {
  const left = (unanswered.get(path) ?? 0) + difference;
  unanswered.set(path, left);
  return left;
}

/**
 * Returns a mutation that calls an operation, then reads the affected data again. It shows its optimistic
 * updates at once and reverts them on a failure. It shows a failure as a toast, unless the form is still
 * there to show it.
 * @returns the mutation, with `isPendingFor`, which tests if a request with given values is waiting for a
 * response.
 */
export function useMemberAction<Route extends MemberRoute>(
  operation: Route,
  options: {
    /** The operations to read again. */
    changes?: readonly MemberRoute[];
    /** Shown until the response arrives. Only for changes that the server has no reason to refuse. */
    optimistic?: readonly OptimisticUpdate<ParsedInputOf<Route>>[];
    done?: string;
    onDone?: (response: OutputOf<Route>) => void;
    /**
     * Closes the dialog that made the request. Not called if the reader has closed it meanwhile, because
     * another dialog may be open.
     */
    close?: () => void;
    quiet?: boolean;
  } = {},
) {
  const client = useQueryClient();
  const isShown = useIsShown();
  const { changes = [], optimistic = [] } = options;
  const readAgain = async () => {
    const left = countUnanswered(operation.path, -1);
    // A read must not undo an optimistic update. If several changes wait, the last response triggers the
    // read.
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
      // Not awaited, so that the failure is shown at once.
      void readAgain();
    },
  });
  return { ...mutation, isPendingFor };
}

/** Returns a reference to true while the calling component is mounted. */
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

/** Applies optimistic updates to the cached data. Returns a function that reverts them. */
async function showAtOnce<Input>(
  client: QueryClient,
  optimistic: readonly OptimisticUpdate<Input>[],
  input: Input,
): Promise<() => void> {
  const before: { key: QueryKey; data: unknown }[] = [];
  for (const { path, change } of optimistic) {
    // The response to an earlier read must not replace the update.
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
