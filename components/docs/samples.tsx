import "@/components/docs/samples.css";
import { CodeCaption, CodeText } from "@/components/docs/code";
import { LanguageChoice } from "@/components/docs/language-choice";
import { LANGUAGES, type Language } from "@/lib/contracts/samples/language-names";
import { sampleIn } from "@/lib/contracts/samples/languages";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";

/** A program in one language, to show and to download. */
type FileSample = { language: Language; file: string; text: string };

/** Draws a request as code in every language, and shows the chosen language. */
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

/**
 * Draws one program in every language, and shows the chosen language. The tab of curl has a shell script
 * here.
 */
export function FileSamples({ label, files }: { label: string; files: readonly FileSample[] }) {
  return (
    <figure className="samples min-w-0">
      <CodeCaption label={label}>
        <LanguageChoice curl="Shell" />
      </CodeCaption>
      {files.map(({ language, text }) => (
        <CodeText
          key={language}
          text={text}
          language={language === "curl" ? "shell" : language}
          sample={language}
        />
      ))}
      {files.map(({ language, file }) => (
        <p key={file} data-sample={language} className="border-t border-line px-4 text-sm sm:px-5">
          <a
            href={`/samples/${file}`}
            download
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
          >
            Download {file}
          </a>
        </p>
      ))}
    </figure>
  );
}
