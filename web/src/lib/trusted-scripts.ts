/** The part of Trusted Types used here; TypeScript's DOM library does not describe it yet. */
type PolicyFactory = {
  readonly defaultPolicy: object | null;
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => object;
};

const trusted = new Set<string>();

/**
 * The site's policy requires Trusted Types, and workers are started from a plain string: the default policy lets exactly the
 * addresses given here through, and nothing else. The header must allow a policy named `default`.
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
