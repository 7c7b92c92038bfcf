/**
 * The Content-Security-Policy forbids `eval`. zod comes with the first screen that needs it and reads this as it starts:
 * https://zod.dev/api?id=jitless
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
