export { keptFiles } from './kept-files.queries.ts';
export { restoreAgain, restoreFile } from './kept-files.restore.ts';
export { scrub } from './kept-files.scrub.ts';
