import { buildClients } from "@/lib/openapi/clients/built-clients";

// The build loads this: see scripts/lib/bundle.mjs.
buildClients();
