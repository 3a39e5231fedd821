import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { baseUrl } from "@/app/docs/_content/base-url";
import { withOwnKey } from "@/app/docs/_content/own-key";
import { readerClientId } from "@/app/docs/_content/reader";
import { reference } from "@/app/docs/_content/reference";
import { ErrorList } from "@/app/docs/reference/_components/error-list";
import { Exchange } from "@/app/docs/reference/_components/exchange";
import { FieldList, ShapeList } from "@/app/docs/reference/_components/field-list";
import { TryRequest } from "@/app/docs/reference/_components/try-request";
import { Marked, Section, Text } from "@/components/docs/guide";
import { TokenNote } from "@/components/docs/token-note";
import type { ReferenceOperation } from "@/lib/openapi/reference/reference";

type Props = { params: Promise<{ operation: string }> };

/** Returns the operation that the path names. */
async function operationOf({ params }: Props): Promise<ReferenceOperation> {
  await connection();
  const { operation: slug } = await params;
  const found = reference()
    .flatMap(({ operations }) => operations)
    .find((operation) => operation.slug === slug);
  return found ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await operationOf(props)).title };
}

/** Draws an operation: its parameters, response and errors, its samples, and a form to try it. */
export default async function OperationPage(props: Props) {
  const operation = await operationOf(props);
  const { title, group, method, path, description, authentication, headers, query, body } = operation;
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  const [first, ...others] = operation.examples.map((example) => withOwnKey(example, clientId));
  return (
    <article className="grid min-w-0 gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,31rem)]">
      <header className="flex min-w-0 flex-col gap-3 xl:col-span-2">
        <p className="text-sm text-muted">{group}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">{title}</h1>
        <p className="font-mono text-[13px] break-all">
          <span className="mr-2 rounded-md bg-accent/12 px-1.5 py-0.5 font-medium text-accent">{method}</span>
          {path ?? "your URL"}
        </p>
        <Text>
          <Marked text={description} />
        </Text>
      </header>
      <div className="flex min-w-0 flex-col gap-3 *:shrink-0 xl:sticky xl:top-6 xl:col-start-2 xl:row-start-2 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto">
        {first ? <Exchange example={first} base={base} status={operation.status} /> : null}
        {first?.request?.isAuthorised ? <TokenNote clientId={clientId} /> : null}
        {others.map((example) => (
          <details key={example.title} className="min-w-0">
            <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium text-accent">
              {example.title}
            </summary>
            <Exchange example={example} base={base} status={operation.status} />
          </details>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-8 xl:col-start-1 xl:row-start-2">
        {authentication === "" ? null : (
          <Section id="authentication" title="Authentication">
            <Text>
              <Marked text={authentication} />
            </Text>
          </Section>
        )}
        {headers.length > 0 ? (
          <Section id="headers" title="Headers">
            <FieldList id="header" fields={headers} />
          </Section>
        ) : null}
        {query.length > 0 ? (
          <Section id="query" title="Query parameters">
            <FieldList id="query" fields={query} />
          </Section>
        ) : null}
        {body.length > 0 ? (
          <Section id="body" title={path === null ? "Fields" : "Parameters"}>
            <ShapeList id="body" shapes={body} />
          </Section>
        ) : null}
        {operation.response.length > 0 ? (
          <Section id="response" title="Response">
            <ShapeList id="response" shapes={operation.response} />
          </Section>
        ) : null}
        {operation.errors.length > 0 ? (
          <Section id="errors" title="Errors">
            <ErrorList errors={operation.errors} />
          </Section>
        ) : null}
        {path === null || !first ? null : (
          <Section id="try" title="Try it">
            <TryRequest
              {...{ method, path }}
              body={first.body === undefined ? null : JSON.stringify(first.body, null, 2)}
              query={new URLSearchParams(
                (first.request?.query ?? []).map(([name, value]) => [name, value]),
              ).toString()}
              takesToken={first.request?.isAuthorised ?? false}
              takesPassword={authentication.includes("`userId`")}
            />
          </Section>
        )}
      </div>
    </article>
  );
}
