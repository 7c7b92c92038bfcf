/** In one chunk: each one more is named in the first view's code. */
export { ApiProblemsPage } from '#pages/api-problems/api-problems-page.tsx';
export { DevelopersFrame } from './developers-frame.tsx';
export { DevelopersPage } from './developers-page.tsx';
export { GuidesPage } from './guides-page.tsx';
export { ReferencePage } from './reference-page.tsx';
export { SandboxPage } from './sandbox-page.tsx';
