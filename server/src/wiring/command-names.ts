/** In the order of a whole start (main.ts). */
export const COMMAND_NAMES = ['migrate', 'publish', 'demo', 'api', 'worker', 'serve', 'all'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];
