import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/api/auth/auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Signing in and out. The options are read with each request: a build has no settings. */
const handler = (request: NextRequest, context: Context) => NextAuth(request, context, authOptions());

export { handler as GET, handler as POST };
