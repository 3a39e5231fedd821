import type { Metadata } from "next";
import { connection } from "next/server";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { formatCount } from "@/components/ui/count";
import { FAILURE_WINDOW_MS, FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { MESSAGE_ID_LENGTH, RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { BILLING_DAYS } from "@/lib/contracts/gateway/billing-query";
import { STATUS_QUERY_IDS } from "@/lib/contracts/gateway/status-query";
import { env } from "@/lib/env";
import { MAX_BODY_BYTES, MAX_UNVERIFIED_BODY_BYTES } from "@/lib/http/body/body";
import { MAX_SMALL_BODY_BYTES } from "@/lib/http/body/body-budget";
import { HEAVY_RECIPIENTS, MAX_HEAVY_OF_ACCOUNT } from "@/lib/http/limits/heavy-requests";

export const metadata: Metadata = { title: "Limits and rate limits" };

/** Draws the limits of the contract and of this installation's settings. */
export default async function LimitsPage() {
  await connection();
  const { maxRecipients, rateLimitPerSecond } = env();
  const rows = [
    ["Recipients per request", formatCount(maxRecipients)],
    [
      "Request body",
      `${MAX_BODY_BYTES / 1024 / 1024} MiB for JSON with credentials in the header or query string, otherwise ${MAX_UNVERIFIED_BODY_BYTES / 1024} KiB`,
    ],
    [
      "Parts per message",
      "11: 1,683 characters, or 737 with unicode. Longer messages are trimmed, and the response says truncated.",
    ],
    [
      "Characters per part",
      "160 for one part, 153 each for several (70 and 67 with unicode). The characters ^ { } \\ [ ] ~ | count twice.",
    ],
    ["messageId", `${MESSAGE_ID_LENGTH} characters`],
    ["rateCode", `${RATE_CODE_LENGTH} characters`],
    ["IDs per status query", String(STATUS_QUERY_IDS)],
    ["Date range of a billing query", `${BILLING_DAYS} days`],
    ["Access token", "24 hours. Each key keeps its newest 500 tokens"],
    ["Spending by an API key", "The daily limit that you give it in the Members Area, if any"],
    ["Idempotency-Key", "255 characters, kept 24 hours"],
  ];
  return (
    <Guide title="Limits and rate limits" lead="Sizes, counts and rates.">
      <Section id="limits" title="Limits">
        <Table plain label="Limits" head={["Item", "Maximum"]} rows={rows} />
      </Section>

      <Section id="text" title="Characters">
        <Text>
          Messages are sent as GSM-7, which every phone can show. We replace typographic quotes, dashes and
          ellipses with plain ones and remove accents and macrons. Any other character becomes <Word>?</Word>.
          With <Word>unicode</Word>, every character is kept, but a part holds fewer. Your account needs
          Unicode enabled.
        </Text>
      </Section>

      <Section id="rate" title="Rate limits">
        <Text>
          An account can make {formatCount(rateLimitPerSecond)} requests per second. A request to many
          recipients counts as one. Every response shows your limit:
        </Text>
        <Points>
          <li>
            <Word>RateLimit-Policy</Word>: <Word>{`"account";q=${rateLimitPerSecond};w=1`}</Word>, the number
            of requests (q) per window of seconds (w).
          </li>
          <li>
            <Word>RateLimit</Word>: <Word>{`"account";r=${rateLimitPerSecond - 1};t=1`}</Word>, the requests
            left (r) and the seconds until the limit resets (t).
          </li>
          <li>
            Over the limit, the response is 429 <Word>too_many_requests</Word> with <Word>Retry-After</Word>{" "}
            in seconds. Nothing is sent.
          </li>
        </Points>
        <Text>
          {`An account can have ${MAX_HEAVY_OF_ACCOUNT} large requests in progress: more than ${HEAVY_RECIPIENTS} recipients, or a body over ${MAX_SMALL_BODY_BYTES / 1024} KiB. A request is in progress until you’ve read its response. Further large requests wait briefly, then get 429.`}
        </Text>
        <Text>
          Queries that list or count, such as <Word>/gateway/mo/query</Word>, run one at a time per account.
          Further queries wait up to ten seconds, then get 429.
        </Text>
        <Text>
          {`After ${FAILURES_ALLOWED.account} wrong passwords or secrets in ${FAILURE_WINDOW_MS / 60_000} minutes, an IP address must wait before it tries that account again. Repeating the same wrong password counts once. The right password still works from addresses the account used in the last 30 days.`}
        </Text>
      </Section>
    </Guide>
  );
}
