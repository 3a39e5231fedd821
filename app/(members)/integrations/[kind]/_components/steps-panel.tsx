import { type Guide, guidesOf } from "@/app/(members)/integrations/[kind]/_components/steps";
import { CopiedValue } from "@/components/ui/copied-value";
import { Panel } from "@/components/ui/panel";
import type { Access } from "@/lib/contracts/integrations/integration-address";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** The kinds whose customers write the request body. Their steps show an example. */
const WRITTEN: readonly IntegrationKind[] = ["crm_a", "crm_b", "automation"];

/** Draws the steps that set up an integration in the other program. */
export function StepsPanel({ access, senders }: { access: Access; senders: IntegrationView["senders"] }) {
  const guides = guidesOf(access, senders);
  const [only] = guides;
  return (
    <Panel title="How to set up">
      {guides.length === 1 && only ? (
        <Steps guide={only} />
      ) : (
        <div className="divide-y divide-line border-y border-line">
          {guides.map((guide) => (
            <details key={guide.caller} className="group py-1">
              <summary className="cursor-pointer rounded-md py-2 font-medium">{guide.caller}</summary>
              <div className="pt-1 pb-4">
                <Steps guide={guide} />
              </div>
            </details>
          ))}
        </div>
      )}
      {WRITTEN.includes(access.kind) ? (
        <p className="mt-4 max-w-4xl text-pretty text-sm text-muted">
          Send this body:{" "}
          <code className="font-mono text-xs text-ink">
            {'{ "to": "021 123 4567", "message": "Kia ora" }'}
          </code>{" "}
          as JSON or as a form. <code className="font-mono text-xs text-ink">to</code> can also be a list of
          up to 100 numbers. Other fields are ignored.
        </p>
      ) : null}
    </Panel>
  );
}

function Steps({ guide: { steps, code } }: { guide: Guide }) {
  return (
    <div className="flex flex-col gap-4">
      <ol className="ml-5 flex max-w-prose list-decimal flex-col gap-2 text-sm marker:text-muted">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change.
          <li key={index} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
      {code ? <CopiedValue isNamed name={code.name} text={code.text} /> : null}
    </div>
  );
}
