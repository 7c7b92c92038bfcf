export { keptFiles } from './kept-files.queries.ts';
export { restoreAgain, restoreFile } from './restore.service.ts';
export { scrub } from './scrub.service.ts';
