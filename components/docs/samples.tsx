import "@/components/docs/samples.css";
import { CodeCaption, CodeText } from "@/components/docs/code";
import { LanguageChoice } from "@/components/docs/language-choice";
import { LANGUAGES } from "@/lib/contracts/samples/language-names";
import { sampleIn } from "@/lib/contracts/samples/languages";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";

/** A request as code in every language, of which the chosen one is shown. */
export function Samples({ label = "Request", request }: { label?: string; request: SampleRequest }) {
  return (
    <figure className="samples min-w-0">
      <CodeCaption label={label}>
        <LanguageChoice />
      </CodeCaption>
      {LANGUAGES.map(({ id }) => (
        <CodeText key={id} text={sampleIn(id, request)} language={id} sample={id} />
      ))}
    </figure>
  );
}
