import { z } from "zod";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { toDecimal } from "@/lib/money";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import { amount } from "@/scripts/mcp/sending/preview";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

const output = z.object({
  balance: amount.meta({ description: "The account's balance, GST included." }),
  currency: z.literal("NZD"),
  dailyLimit: amount.meta({ description: "The most that may be spent from here in a New Zealand day." }),
  spentToday: amount.meta({ description: "The amount spent from here today." }),
  leftToday: amount.meta({ description: "The rest of the daily limit." }),
});

/** Adds the tool that reads the account's balance, and the rest of today's limit (rules: balance, assistant limit). */
export function addBalance(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "balance",
    title: "Read the balance",
    description: "Reads the account's balance, and how much of today's spending limit is left. Free.",
    input: z.object({}),
    output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async () => {
      const read = await box.gateway.ask(readBalanceOperation, {}, { isReading: true });
      const { limitMicros, spentMicros, leftMicros } = await box.limit.read();
      return result({
        ...read,
        dailyLimit: toDecimal(limitMicros),
        spentToday: toDecimal(spentMicros),
        leftToday: toDecimal(leftMicros),
      });
    },
  });
}
