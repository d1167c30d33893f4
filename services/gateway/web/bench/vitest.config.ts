import { defineConfig } from "vitest/config";

/** What the page takes; nothing of it is judged. */
export default defineConfig({
  test: { include: ["bench/**/*.bench.ts"], environment: "node", testTimeout: 180_000, hookTimeout: 180_000 },
});
