import type { CarrierAnswer, Outgoing } from "@/lib/carriers/carrier";
import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import { HttpCarrier, type HttpCarrierOptions } from "@/lib/carriers/http/carrier";
import { type GivenHttpSettings, httpSettings } from "@/lib/carriers/http/settings";
import { outgoing } from "@/tests/support/carrier";

/** Timers that no test waits for. */
const TIMERS: GivenHttpSettings["timers"] = {
  connectTimeoutMs: 1_000,
  answerTimeoutMs: 500,
  throttledMs: 50,
  backOffMs: 30,
  maxBackOffMs: 100,
  refusedBackOffMs: 60,
  maxRefusedBackOffMs: 120,
};

/** The address at which providers of tests reach the gateway. */
export const CALLBACK_URL = "https://sms.example.co.nz";

export const WEBHOOK_TOKEN = "a-token-of-the-webhooks";

/** A secret that no log may contain. */
export const PASSWORD = "hush hush/&?";

/** Returns the settings of a carrier, by default for Kannel. */
export function givenFor(url: string, given: Partial<GivenHttpSettings> = {}): GivenHttpSettings {
  return {
    preset: "kannel",
    url: `${url}/cgi-bin/sendsms`,
    username: "gateway",
    password: PASSWORD,
    webhookToken: WEBHOOK_TOKEN,
    callbackUrl: CALLBACK_URL,
    tps: 1_000,
    ...given,
    timers: { ...TIMERS, ...given.timers },
  };
}

/** Opens a carrier, and records its events. */
export function openCarrier(
  url: string,
  {
    errorRules,
    isReopened,
    ...given
  }: Partial<GivenHttpSettings> & Pick<HttpCarrierOptions, "errorRules" | "isReopened"> = {},
) {
  let roomChanges = 0;
  const happenings: CarrierEvent[] = [];
  const carrier = new HttpCarrier({
    id: 1,
    name: "kannel",
    settings: httpSettings.parse(givenFor(url, given)),
    callbackUrl: CALLBACK_URL,
    roomChanged: () => {
      roomChanges++;
    },
    random: () => 1,
    errorRules,
    isReopened,
    happened: (event) => happenings.push(event),
  });
  const settled = new Map<string, CarrierAnswer[]>();
  let ids = 0;
  const submit = (...messages: Partial<Outgoing>[]): string[] => {
    const batch = messages.map((message) => outgoing({ id: `m${++ids}`, ...message }));
    for (const { id } of batch) settled.set(id, []);
    carrier.submit(batch, (answers) => {
      for (const answer of answers) settled.get(answer.id)?.push(answer);
    });
    return batch.map(({ id }) => id);
  };
  const answersOf = (ids: readonly string[]) => ids.flatMap((id) => settled.get(id) ?? []);
  return { carrier, submit, answersOf, happenings, roomChanges: () => roomChanges };
}
