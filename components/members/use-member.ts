"use client";

import { toast } from "@heroui/react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ask, type RequestError } from "@/components/members/request";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/** Reads an operation; the page before stays until the next one is there. */
export function useMember<Request extends z.ZodType, Response extends z.ZodType>(
  operation: MemberOperation<Request, Response>,
  input: z.input<Request>,
  options: { refetchIntervalMs?: number; enabled?: boolean } = {},
) {
  return useQuery<z.output<Response>, RequestError>({
    queryKey: [operation.path, input],
    queryFn: () => ask(operation, input),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    ...(options.refetchIntervalMs === undefined ? {} : { refetchInterval: options.refetchIntervalMs }),
  });
}

/**
 * Does an operation, then reads again what it may have changed. A failure is told as a toast unless the form tells it.
 */
export function useMemberAction<Request extends z.ZodType, Response extends z.ZodType>(
  operation: MemberOperation<Request, Response>,
  options: {
    /** The operations to be read again. */
    changes?: readonly MemberOperation[];
    done?: string;
    onDone?: (response: z.output<Response>) => void;
    quiet?: boolean;
  } = {},
) {
  const client = useQueryClient();
  return useMutation<z.output<Response>, RequestError, z.input<Request>>({
    mutationFn: (input) => ask(operation, input),
    onSuccess: async (response) => {
      if (options.done) toast.success(options.done);
      options.onDone?.(response);
      await Promise.all(
        (options.changes ?? []).map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      );
    },
    onError: (error) => {
      if (!options.quiet) toast.danger(error.message);
    },
  });
}
