import type { z } from "zod";
import type { Contracts } from "@/components/members/generated/contracts";
import type { MemberOperation, MemberRoute } from "@/lib/contracts/members/operation";

type ValuesOf<Module> = Module extends unknown ? Module[keyof Module] : never;

type Operations = Extract<ValuesOf<Contracts>, MemberOperation>;

/** The operation at a route. */
type OperationAt<Route extends MemberRoute> = Extract<Operations, Pick<Route, "method" | "path">>;

/** What a route is sent. */
export type InputOf<Route extends MemberRoute> = z.input<OperationAt<Route>["request"]>;

/** What a route is sent, as it is once it has been read: numbers are numbers, and nothing is left to a default. */
export type ParsedInputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["request"]>;

/** What a route answers. */
export type OutputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["response"]>;
