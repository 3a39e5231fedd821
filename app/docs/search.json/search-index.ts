import type { ReactNode } from "react";
import { FirstMessage } from "@/app/docs/_content/first-message";
import { GUIDES } from "@/app/docs/_content/guides";
import { PUBLISHED_ERRORS } from "@/app/docs/_content/published-errors";
import { reference } from "@/app/docs/_content/reference";
import AssistantsPage from "@/app/docs/(guides)/assistants/page";
import ChangelogPage from "@/app/docs/(guides)/changelog/page";
import ClientsPage from "@/app/docs/(guides)/clients/page";
import ErrorsPage from "@/app/docs/(guides)/errors/page";
import IdempotencyPage from "@/app/docs/(guides)/idempotency/page";
import LimitsPage from "@/app/docs/(guides)/limits/page";
import OverviewPage from "@/app/docs/(guides)/page";
import RepliesPage from "@/app/docs/(guides)/replies/page";
import SandboxPage from "@/app/docs/(guides)/sandbox/page";
import SignaturesPage from "@/app/docs/(guides)/signatures/page";
import WaitingPage from "@/app/docs/(guides)/waiting/page";
import { sectionsOf } from "@/app/docs/search.json/page-sections";
import type { SearchEntry } from "@/components/docs/find-entries";
import { ERROR_ADVICE } from "@/components/words/error-advice";
import { codesInWords, DELIVERY_OUTCOMES } from "@/lib/contracts/base/delivery-outcomes";
import { ERRORS } from "@/lib/contracts/base/error";

type Page = () => ReactNode | Promise<ReactNode>;

const PAGES: Readonly<Record<(typeof GUIDES)[number]["href"] | "/docs", Page>> = {
  "/docs": OverviewPage,
  // All readers get the same index, so the guide has no reader.
  "/docs/first-message": () => FirstMessage({ base: "", reader: { email: null, clientId: null } }),
  "/docs/clients": ClientsPage,
  "/docs/assistants": AssistantsPage,
  "/docs/replies": RepliesPage,
  "/docs/signatures": SignaturesPage,
  "/docs/errors": ErrorsPage,
  "/docs/limits": LimitsPage,
  "/docs/idempotency": IdempotencyPage,
  "/docs/sandbox": SandboxPage,
  "/docs/waiting": WaitingPage,
  "/docs/changelog": ChangelogPage,
};

/** The length of a section's searched text, in characters. */
const MAX_TEXT_LENGTH = 600;

const entry = (page: string, title: string, href: string, text: string): SearchEntry => ({
  page,
  title,
  href,
  text: text.replaceAll("`", "").slice(0, MAX_TEXT_LENGTH),
});

/**
 * Returns the search entries of the documentation: sections of guides, operations with their fields, statuses
 * and errors.
 */
export async function searchIndex(): Promise<readonly SearchEntry[]> {
  const titles = new Map<string, string>(GUIDES.map(({ href, title }) => [href, title]));
  const guides = await Promise.all(
    Object.entries(PAGES).map(async ([href, page]) => {
      const guide = titles.get(href) ?? "Documentation";
      const sections = await sectionsOf(await page());
      return (
        sections
          // The list has an entry for each code and status below.
          .filter(({ id }) => href !== "/docs/errors" || !["codes", "delivery"].includes(id))
          .map(({ id, title, text }) =>
            entry(guide, title || guide, id === "" ? href : `${href}#${id}`, text),
          )
      );
    }),
  );
  return [...guides.flat(), ...referenceEntries(), ...errorEntries()];
}

function referenceEntries(): SearchEntry[] {
  return reference().flatMap(({ operations }) =>
    operations.flatMap(({ slug, title, path, description, headers, query, body }) => {
      const href = `/docs/reference/${slug}`;
      const [parameters = []] = body.length === 1 ? body.map(({ fields }) => fields) : [];
      return [
        entry("Reference", title, href, `${path ?? ""} ${description}`),
        ...headers.map((one) => entry(title, one.name, `${href}#header-${one.name}`, one.description)),
        ...query.map((one) => entry(title, one.name, `${href}#query-${one.name}`, one.description)),
        ...parameters.map((one) => entry(title, one.name, `${href}#body-${one.name}`, one.description)),
      ];
    }),
  );
}

function errorEntries(): SearchEntry[] {
  return [
    ...DELIVERY_OUTCOMES.map(({ id, status, codes, title, cause }) => {
      const named = [status, codesInWords(codes)].filter((part) => part !== "").join(", ");
      return entry("Delivery statuses", `${named}: ${title}`, `/docs/errors#${id}`, cause);
    }),
    ...PUBLISHED_ERRORS.map((code) =>
      entry("Error codes", code, `/docs/errors#${code}`, `${ERRORS[code].when} ${ERROR_ADVICE[code]}`),
    ),
  ];
}
