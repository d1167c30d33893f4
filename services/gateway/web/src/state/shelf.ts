/** What is kept between visits, by key. */
export type Shelf = {
  get(key: string): string | null;
  /** null forgets. */
  set(key: string, value: string | null): void;
};

/** The browser's storage; where that is forbidden or full, things last as long as the page. */
export function shelf(page: Pick<Window, "localStorage">): Shelf {
  const own = new Map<string, string | null>();
  return {
    get(key) {
      const mine = own.get(key);
      return mine === undefined ? attempt(() => page.localStorage.getItem(key)) ?? null : mine;
    },
    set(key, value) {
      const kept = attempt(() => {
        if (value === null) {
          page.localStorage.removeItem(key);
        } else {
          page.localStorage.setItem(key, value);
        }
        return true;
      });
      if (kept) {
        own.delete(key);
      } else {
        own.set(key, value);
      }
    },
  };
}

function attempt<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}
