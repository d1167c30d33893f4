import { defineConfig } from "vitest/config";

/** Takes the pictures of the README again. */
export default defineConfig({
  test: { include: ["pictures/**/*.pictures.ts"], environment: "node", fileParallelism: false, testTimeout: 300_000, hookTimeout: 180_000 },
});
