/**
 * The Content-Security-Policy forbids `eval`. zod reads this setting when it is imported:
 * https://zod.dev/api?id=jitless
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
