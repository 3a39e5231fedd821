import { queryBillingOperation } from "@/lib/contracts/gateway/billing-query";
import { formatNzMoney, fromDollars, toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";
import type { McpSettings } from "@/scripts/mcp/base/settings";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";
import type { GatewayClient } from "@/scripts/mcp/gateway/gateway-client";
import { CountedLookups } from "@/scripts/mcp/limit/counted-lookups";

/** The limit, and its used and remaining amounts of the current New Zealand day. */
export type Spending = { day: string; limitMicros: bigint; spentMicros: bigint; leftMicros: bigint };

/**
 * The limit of the assistant's spending in a New Zealand day (rules: assistant limit). All its sends have a rate code
 * of their own: the gateway then knows the amount that any process has spent.
 */
export class DailyLimit {
  /** The rate code of everything that this API key sends from here. */
  readonly rateCode: string;
  readonly #gateway: GatewayClient;
  readonly #limitMicros: bigint;
  readonly #lookups: CountedLookups;
  #last: Promise<unknown> = Promise.resolve();

  constructor(gateway: GatewayClient, settings: McpSettings) {
    const name = settings.clientId.replace(/^cid_/, "");
    this.rateCode = `mcp-${name}`;
    this.#gateway = gateway;
    this.#limitMicros = settings.dailyLimitMicros;
    this.#lookups = new CountedLookups(settings.dataDir, name);
  }

  /** Reads the amount that was spent today. */
  async read(): Promise<Spending> {
    const day = nzDate(await this.#gateway.now());
    const summary = await this.#gateway.ask(
      queryBillingOperation,
      { start_date: day, end_date: day, rateCode: this.rateCode },
      { isReading: true },
    );
    if (summary.mode !== "summary") throw new Error("The billing query gave no summary.");
    const spentMicros = fromDollars(summary.totals.totalInclGst) + this.#lookups.read(day);
    const leftMicros = this.#limitMicros - spentMicros;
    return {
      day,
      limitMicros: this.#limitMicros,
      spentMicros,
      leftMicros: leftMicros < 0n ? 0n : leftMicros,
    };
  }

  /**
   * Reads the amount that was spent today, and rejects a price that exceeds the rest.
   * @throws ToolRefusal `daily_limit_reached`.
   */
  async check(priceMicros: bigint): Promise<Spending> {
    const spending = await this.read();
    if (priceMicros <= spending.leftMicros) return spending;
    throw new ToolRefusal(
      "daily_limit_reached",
      `This would cost ${formatNzMoney(toDecimal(priceMicros))}, but only ${formatNzMoney(toDecimal(spending.leftMicros))} of the daily limit of ${formatNzMoney(toDecimal(spending.limitMicros))} is left today (NZ time). Nothing was sent or billed. A person can raise MCP_DAILY_LIMIT; otherwise wait until tomorrow.`,
    );
  }

  /**
   * Spends within the limit. Spending of this process runs one after the other, so that no two requests use the same
   * rest.
   * @throws ToolRefusal `daily_limit_reached`, before anything is spent.
   */
  spend<Result>(priceMicros: bigint, work: (spending: Spending) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => work(await this.check(priceMicros)));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Counts a lookup, or with a negative amount one that was free. */
  countLookup(day: string, micros: bigint): void {
    this.#lookups.add(day, micros);
  }
}
