/** The part of Trusted Types used here, missing in TypeScript's DOM library. */
type PolicyFactory = {
  readonly defaultPolicy: object | null;
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => object;
};

const trusted = new Set<string>();

/**
 * The site's policy requires Trusted Types, and workers are started from a string: the default policy allows exactly
 * the URLs given here. The header must allow a policy named `default`.
 */
export function trustScript(address: string): void {
  trusted.add(address);
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (trusted.has(url)) return url;
      throw new TypeError(`Script address refused: ${url}`);
    },
  });
}
