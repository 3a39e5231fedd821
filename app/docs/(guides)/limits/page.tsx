import type { Metadata } from "next";
import { connection } from "next/server";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { formatCount } from "@/components/ui/count";
import { FAILURE_WINDOW_MS, FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { BILLING_DAYS } from "@/lib/contracts/gateway/billing-query";
import { MESSAGE_ID_LENGTH, RATE_CODE_LENGTH } from "@/lib/contracts/gateway/send";
import { STATUS_QUERY_IDS } from "@/lib/contracts/gateway/status-query";
import { env } from "@/lib/env";
import { MAX_BODY_BYTES, MAX_UNVERIFIED_BODY_BYTES } from "@/lib/http/body/body";
import { MAX_SMALL_BODY_BYTES } from "@/lib/http/body/body-budget";
import { HEAVY_RECIPIENTS, MAX_HEAVY_OF_ACCOUNT } from "@/lib/http/limits/heavy-requests";

export const metadata: Metadata = { title: "Limits and rate limits" };

/** The limits of the contract, and those of this installation's settings. */
export default async function LimitsPage() {
  await connection();
  const { maxRecipients, rateLimitPerSecond } = env();
  const rows = [
    ["Recipients of one request", formatCount(maxRecipients)],
    [
      "Request body",
      `${MAX_BODY_BYTES / 1024 / 1024} MiB of JSON, with the credentials in the header or the query string; else ${MAX_UNVERIFIED_BODY_BYTES / 1024} KiB`,
    ],
    [
      "Parts of one message",
      "11: 1,683 characters, or 737 with unicode. A longer text is trimmed, and the answer says truncated.",
    ],
    [
      "Characters of a part",
      "160 alone, 153 of several; with unicode 70 and 67. The characters ^ { } \\ [ ] ~ | count twice.",
    ],
    ["messageId", `${MESSAGE_ID_LENGTH} characters`],
    ["rateCode", `${RATE_CODE_LENGTH} characters`],
    ["Ids of one status query", String(STATUS_QUERY_IDS)],
    ["Period of one billing query", `${BILLING_DAYS} days`],
    ["Access token", "24 hours; the newest 500 of a key"],
    ["Idempotency-Key", "255 characters, kept 24 hours"],
  ];
  return (
    <Guide title="Limits and rate limits" lead="How long, how many, and how often.">
      <Section id="limits" title="Limits">
        <Table plain label="Limits" head={["What", "At most"]} rows={rows} />
      </Section>

      <Section id="text" title="What a text may be">
        <Text>
          Texts go out as GSM-7, which phones everywhere can show. Typographic quotes, dashes and ellipses
          become plain ones, accents and macrons are dropped, and what is left that GSM-7 lacks becomes{" "}
          <Word>?</Word>. With <Word>unicode</Word> a text goes out as you wrote it, in fewer characters a
          part; your account must be allowed to.
        </Text>
      </Section>

      <Section id="rate" title="Rate limits">
        <Text>
          An account may make {formatCount(rateLimitPerSecond)} requests a second. A request to many
          recipients is one request. Every response says how you stand:
        </Text>
        <Points>
          <li>
            <Word>RateLimit-Policy</Word>: <Word>{`"account";q=${rateLimitPerSecond};w=1`}</Word>, so many
            requests in so many seconds.
          </li>
          <li>
            <Word>RateLimit</Word>: <Word>{`"account";r=${rateLimitPerSecond - 1};t=1`}</Word>, how many are
            left, and in how many seconds all of them are there again.
          </li>
          <li>
            Beyond it the answer is 429 <Word>too_many_requests</Word> with <Word>Retry-After</Word> in
            seconds. Nothing was done.
          </li>
        </Points>
        <Text>
          {`Of requests to more than ${HEAVY_RECIPIENTS} recipients, or with a body of more than ${MAX_SMALL_BODY_BYTES / 1024} KiB, an account may have ${MAX_HEAVY_OF_ACCOUNT} under way at once; one is until you have read its answer. A third waits a moment and then gets a 429 as well.`}
        </Text>
        <Text>
          Of requests that list or count, such as <Word>/gateway/mo/query</Word>, one is answered at a time
          for an account. Others wait for it, for ten seconds at most, and then get a 429.
        </Text>
        <Text>
          {`After ${FAILURES_ALLOWED.account} wrong passwords or secrets within ${FAILURE_WINDOW_MS / 60_000} minutes an address has to wait before it may try that account again. The same wrong one counts once; the right one passes where the account was in the last 30 days.`}
        </Text>
      </Section>
    </Guide>
  );
}
