/** The part of Trusted Types used here; TypeScript's DOM library does not describe it yet. */
type PolicyFactory = {
  readonly defaultPolicy: object | null;
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => object;
};

/**
 * The site's policy requires Trusted Types, and MapLibre gives its worker's address as a plain string: the default
 * policy lets exactly that address through, and nothing else. The header must allow a policy named `default`.
 */
export function trustWorker(workerUrl: string): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (url === workerUrl) return url;
      throw new TypeError(`Script address refused: ${url}`);
    },
  });
}
