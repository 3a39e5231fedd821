import type { Metadata } from "next";
import { ApiExplorer } from "@/components/docs/api-explorer";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation, parameter and field. Try them here.",
};

/** The reference of the API. */
export default function ReferencePage() {
  return (
    <div className="flex grow flex-col">
      <h1 className="sr-only">API reference</h1>
      <ApiExplorer />
      <noscript>
        <p className="px-6 py-10 text-center">
          The reference needs JavaScript. You can also read <a href="/openapi.json">openapi.json</a>.
        </p>
      </noscript>
    </div>
  );
}
