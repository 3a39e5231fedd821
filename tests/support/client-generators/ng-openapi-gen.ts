import { CALLS, type ClientGenerator } from "@/tests/support/client-generators/client-generator";

/** Generates and uses a client of `ng-openapi-gen` with Angular's own client for HTTP. */
export const ngOpenapiGen: ClientGenerator = {
  run: "lib/index.js",
  args: ["--input", "openapi.json", "--output", "client"],
  compilerOptions: { experimentalDecorators: true },
  program: `import "@angular/compiler";
import { HttpClient, HttpErrorResponse, provideHttpClient, withFetch, withInterceptors } from "@angular/common/http";
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE,
} from "@angular/core";
import { Api } from "./client/api";
import { ApiConfiguration } from "./client/api-configuration";
import { queryBilling$Json } from "./client/fn/queries/query-billing-json";
import { queryStatus$Json } from "./client/fn/queries/query-status-json";
import { sendMessage$Json } from "./client/fn/sending/send-message-json";
import type { BillingQueryRequest, SendRequest, StatusQueryRequest } from "./client/models";
const [rootUrl = "", token] = process.argv.slice(2);
const setHeaders = { Authorization: \`Bearer \${token}\` };
// An application without a page: a root injector, and HTTP.
const injector = createEnvironmentInjector(
  [
    { provide: ɵINJECTOR_SCOPE, useValue: "root" },
    provideZonelessChangeDetection(),
    provideHttpClient(withFetch(), withInterceptors([(request, next) => next(request.clone({ setHeaders }))])),
  ],
  null as unknown as EnvironmentInjector,
);
const api = new Api(Object.assign(new ApiConfiguration(), { rootUrl }), injector.get(HttpClient));
const send = (body: SendRequest) => api.invoke(sendMessage$Json, { body });
const bill = (body: BillingQueryRequest) => api.invoke(queryBilling$Json, { body });
const find = (body: StatusQueryRequest) => api.invoke(queryStatus$Json, { body });
const refusal = (body: SendRequest): Promise<string | undefined> =>
  send(body).then(
    () => undefined,
    (error: unknown) => (error instanceof HttpErrorResponse ? error.error.code : undefined),
  );
async function use(): Promise<void> {${CALLS}}
// @ts-expect-error a text is required
export const without: SendRequest = { to: "64211234567", messageClass: "marketing" };
void use();
`,
};
