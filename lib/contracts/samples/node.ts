import { doubleQuoted, JAVASCRIPT, literal, type Notation } from "@/lib/contracts/samples/literal";
import {
  formOf,
  headersOf,
  jsonOf,
  type SampleRequest,
  TOKEN_VARIABLE,
  urlOf,
} from "@/lib/contracts/samples/sample-request";

const NAME = /^[a-z_$][\w$]*$/i;

const named = (name: string) => (NAME.test(name) ? name : doubleQuoted(name));

const NOTATION: Notation = { ...JAVASCRIPT, pair: (name) => `${named(name)}: ` };

/** Returns a request as a module of Node without packages. */
export function nodeSample(request: SampleRequest): string {
  const json = jsonOf(request);
  const form = formOf(request);
  const headers = [
    ...(request.isAuthorised ? [`    Authorization: \`Bearer \${process.env.${TOKEN_VARIABLE}}\`,`] : []),
    ...headersOf(request).map(([name, value]) => `    ${named(name)}: ${doubleQuoted(value)},`),
  ];
  const options = [
    ...(request.method === "POST" ? ['  method: "POST",'] : []),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${literal(json, NOTATION, 1)}),`]),
    ...(form?.length
      ? [`  body: new URLSearchParams(${literal(Object.fromEntries(form), NOTATION, 1)}),`]
      : []),
  ];
  const given = options.length > 0 ? [", {", ...options, "}"].join("\n") : "";
  const shown = request.showsHeaders ? "response.status, response.headers, " : "response.status, ";
  return `const response = await fetch(${doubleQuoted(urlOf(request))}${given});

console.log(${shown}await response.text());
`;
}
