import { toast } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { doEach } from "@/components/members/do-each";
import { ask } from "@/components/members/request";
import { countOf } from "@/components/ui/count";
import type { MemberOperation } from "@/lib/contracts/members/operation";

/**
 * Does an operation for each of a page's rows, one after the other, then reads again what it may have changed.
 * It says how many were done, and how many were not and why.
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
    mutationFn: (inputs: readonly z.input<Request>[]) => doEach(inputs, (input) => ask(operation, input)),
    onSuccess: ({ done, failed, reasons }) => {
      if (done > 0) toast.success(`${countOf(done, options.name)} ${options.done}.`);
      if (failed > 0) toast.danger(`${countOf(failed, options.name)} failed. ${reasons.join(" ")}`);
    },
    onSettled: async () => {
      options.onSettled();
      await Promise.all(options.changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });
}
