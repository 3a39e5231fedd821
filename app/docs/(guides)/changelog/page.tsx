import type { Metadata } from "next";
import Link from "next/link";
import { type Change, type ChangeKind, readChangelog } from "@/app/docs/_content/changelog";
import { Chip } from "@/components/controls/chip";
import { Guide, Marked, Section } from "@/components/docs/guide";

export const metadata: Metadata = { title: "Changelog" };

const COLORS = {
  Added: "success",
  Changed: "warning",
  Deprecated: "warning",
  Removed: "danger",
  Fixed: "default",
  Security: "danger",
} as const satisfies Record<ChangeKind, string>;

const DAY = new Intl.DateTimeFormat("en-NZ", { dateStyle: "long", timeZone: "UTC" });

/** Draws `CHANGELOG.md`: the changes that callers of the API, members and operators notice, by day. */
export default function ChangelogPage() {
  return (
    <Guide
      title="Changelog"
      lead="Changes to the API and the Members Area. We add fields and parameters without notice. Changes that need work on your side are announced here first."
    >
      {readChangelog().days.map(({ date, changes }) => (
        <Section key={date} id={date} title={DAY.format(new Date(date))}>
          <ul className="flex flex-col gap-5">
            {changes.map((change) => (
              <OneChange key={change.title} {...change} />
            ))}
          </ul>
        </Section>
      ))}
    </Guide>
  );
}

function OneChange({ kind, title, text, href }: Change) {
  return (
    <li className="flex max-w-prose flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={href}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline sm:min-h-0"
        >
          {title}
        </Link>
        <Chip color={COLORS[kind]}>{kind}</Chip>
      </span>
      <p className="leading-7 text-pretty">
        <Marked text={text} />
      </p>
    </li>
  );
}
