import { ApiProblemsPage as Problems } from '#pages/api-problems/api-problems-page.tsx';
import { withDevelopersMenu } from './developers-menu.tsx';
import { GuidesPage as Guides } from './guides-page.tsx';
import { ReferencePage as Reference } from './reference-page.tsx';
import { SandboxPage as Sandbox } from './sandbox-page.tsx';

/** They print the document of API v3. In one chunk: each one more is named in the first view's code. */
export const ApiProblemsPage = withDevelopersMenu(Problems);
export const GuidesPage = withDevelopersMenu(Guides);
export const ReferencePage = withDevelopersMenu(Reference);
export const SandboxPage = withDevelopersMenu(Sandbox);
