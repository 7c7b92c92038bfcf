/** The browser's storage, or this page's memory where the user forbids it: merely naming `localStorage` then throws. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const localStore: Store = openStore(() => window.localStorage);
export const tabStore: Store = openStore(() => window.sessionStorage);

function openStore(open: () => Storage): Store {
  try {
    return open();
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}
