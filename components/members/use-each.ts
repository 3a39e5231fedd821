import { toast } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ask } from "@/components/members/request";
import { countOf } from "@/components/ui/count";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/**
 * Does an operation for each of a page's rows, one after the other, then reads again what it may have changed.
 * It ends with the first that is refused, and says how many were done.
 */
export function useEach<Request extends z.ZodType, Response extends z.ZodType>(
  operation: MemberOperation<Request, Response>,
  options: {
    changes: readonly MemberOperation[];
    /** What a row is, in the singular, and what was done with it: "number", "resubscribed". */
    name: string;
    done: string;
    onSettled: () => void;
  },
) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (inputs: readonly z.input<Request>[]) => {
      let count = 0;
      try {
        for (const input of inputs) {
          await ask(operation, input);
          count++;
        }
      } finally {
        if (count > 0) toast.success(`${countOf(count, options.name)} ${options.done}.`);
      }
    },
    onError: (error) => {
      toast.danger(error.message);
    },
    onSettled: async () => {
      options.onSettled();
      await Promise.all(options.changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });
}
