import { defineConfig } from "prisma/config";

// Read from process.env: Prisma's own env() throws where the variable is missing, even for `prisma generate`.
const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  ...(url ? { datasource: { url } } : {}),
});
