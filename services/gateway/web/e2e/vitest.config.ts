import { defineConfig } from "vitest/config";

/** Tests of the pages in a real browser against a real server, one after the other. */
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], environment: "node", fileParallelism: false, testTimeout: 180_000, hookTimeout: 180_000 },
});
