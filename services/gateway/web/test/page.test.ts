import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("every page", () => {
  for (const name of ["index.html", "placeholder.html"]) {
    const page = readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

    it(`${name} has no script, style or handler of its own, which the policy would refuse`, () => {
      expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
      expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    });

    it(`${name} loads nothing from elsewhere and names its language`, () => {
      expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(page).toMatch(/<html lang="[a-z]{2}">/);
    });
  }
});
