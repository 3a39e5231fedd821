import type { z } from "zod";
import type { Contracts } from "@/components/members/generated/contracts";
import type { MemberOperation, MemberRoute } from "@/lib/contracts/members/operation";

type ValuesOf<Module> = Module extends unknown ? Module[keyof Module] : never;

type Operations = Extract<ValuesOf<Contracts>, MemberOperation>;

/** The operation at a route. */
type OperationAt<Route extends MemberRoute> = Extract<Operations, Pick<Route, "method" | "path">>;

/** The request of a route. */
export type InputOf<Route extends MemberRoute> = z.input<OperationAt<Route>["request"]>;

/** The request of a route after parsing: numbers are numbers, and defaults are filled in. */
export type ParsedInputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["request"]>;

/** The response of a route. */
export type OutputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["response"]>;
