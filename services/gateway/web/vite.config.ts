import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a gateway: that of `make run`, or another one. */
const gateway = process.env["TRANCA"] ?? "http://127.0.0.1:8080";

/**
 * The build needs neither inline scripts nor data: addresses, so the page runs
 * under `default-src 'self'`. All names but index.html carry a hash of their
 * content, which lets the gateway have them cached for good.
 */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // dist holds a committed file; the script "build" removes what is stale.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/tranca.api.v1.TableService": gateway, "/v1": gateway } },
  // No test measures time: the limit is for a machine that is busy with others.
  test: { include: ["test/**/*.test.ts"], environment: "node", testTimeout: 240_000 },
});
