import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouter,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router';
import type { Manifest, ManifestChunk } from 'vite';
import { AloneFrame } from '#answer-alone/frame.tsx';
import { SpaceSkeleton } from '#pages/space/space-skeleton.tsx';
import { RESOURCES, resourcePath } from '#pages/developers/resources.ts';
import { paths } from '#paths.ts';
import { Frame } from '#shell/frame.tsx';
import { ScreenLoading } from '#shell/screen-outlet.tsx';
import { documentTitle } from '#shell/use-screen-title.ts';
import { App } from '#app.tsx';
import { routes } from '#routes.tsx';
import { disableUntilHydrated } from './disable-until-hydrated.ts';
import { FirstScreens } from './first-screens.tsx';
import { PUBLIC_PAGES, type PublicPage } from './public-pages.ts';
import { PUBLIC_URL, structuredData } from './structured-data.ts';

/** Inputs: the built index.html, the URL of `boot.ts`, and the manifest of files. */
type Build = { shell: string; boot: string; manifest: Manifest };
/**
 * `name` is the page's path without its slash, `index` for the home page; `__PUBLIC_URL__` is replaced by the site's
 * URL.
 */
type RenderedPage = { name: string; html: string };

const ROOT = '<div id="root"></div>';
const SOURCE = 'src/';
const FONT = /\s*<link rel="preload" as="font"[^>]*>/g;
/** Vite's own start script, replaced by `boot.ts`. */
const ENTRY = /\s*<(script type="module"[^>]*><\/script>|link rel="(modulepreload|stylesheet)"[^>]*>)/g;

/**
 * Every public page as a new visitor first sees it, in the frame of the built index.html.
 * @throws when a page cannot be rendered without a browser, renders nothing, or violates the Content-Security-Policy.
 */
export async function renderPages(build: Build): Promise<RenderedPage[]> {
  const handler = createStaticHandler(routes);
  return Promise.all(
    PUBLIC_PAGES.map(async (page) => {
      const context = await handler.query(new Request(`http://localhost${page.path}`));
      if (context instanceof Response) throw new Error(`${page.path} leads to another page`);
      const content = draw(handler, context, page);
      const head = headOf(page, titleIn(context)).join('\n    ');
      const html = withFiles(build, page)
        .replace(/<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/, () => head)
        .replace(ROOT, () => `<div id="root"${page.isSkeleton ? ' data-sketch' : ''}>${content}</div>`);
      return { name: nameOf(page.path), html };
    }),
  );
}

/** The page for every other URL: what all of them show first. */
export function renderFrame(build: Build): string {
  return inFrame(withFiles(build), <ScreenLoading />);
}

/** Every URL that the application handles, as the router writes them: the server returns 404 for others. */
export function listAddresses(): string[] {
  const resources = RESOURCES.map(resourcePath);
  const own = Object.values(paths).flatMap((path) => (path === paths.apiResource ? resources : [path]));
  // The bare page, which the service worker caches.
  return [...own, '/index.html'];
}

/** Outlines of private screens that are opened from a bookmark: what they show to anyone. */
export function renderSkeletons(build: Build): RenderedPage[] {
  const sketch = (path: string, screen: string, content: ReactNode) => ({
    name: nameOf(path),
    html: inFrame(withFiles(build, { screen }), content),
  });
  return [
    sketch(paths.mySpace, 'pages/space/space-page.tsx', <SpaceSkeleton />),
    ...[paths.batches, paths.apiKeys, paths.webhooks].map((path) =>
      sketch(path, 'pages/space/program-pages.ts', <ScreenLoading />),
    ),
  ];
}

/** The page of a link's questions, which loads `files` only: its script and its style. */
export function renderAlone(shell: string, files: readonly string[]): RenderedPage {
  const head = [
    '<title>Quelques questions sur un bien — Clairisque</title>',
    '<meta name="robots" content="noindex, nofollow" />',
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}" />`
        : `<script type="module" crossorigin async src="/${file}"></script>`,
    ),
  ];
  const content = renderToString(
    <AloneFrame>
      <FirstScreens />
    </AloneFrame>,
  );
  const html = shell
    .replaceAll(ENTRY, '')
    .replaceAll(FONT, '')
    .replace(/<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/, () => head.join('\n    '))
    .replace(ROOT, () => `<div id="root">${content}</div>`)
    .replace(/<noscript>[^<]*/, '<noscript>Cette page a besoin de JavaScript pour poser ses questions.');
  return { name: 'questions', html };
}

function nameOf(path: string): string {
  return path.slice(1) || 'index';
}

function inFrame(page: string, content: ReactNode): string {
  const drawn = renderToString(
    <StaticRouter location={paths.home}>
      <Frame>{content}</Frame>
    </StaticRouter>,
  );
  return page.replace(ROOT, () => `<div id="root" data-sketch>${disableUntilHydrated(drawn)}</div>`);
}

function draw({ dataRoutes }: StaticHandler, context: StaticHandlerContext, page: PublicPage): string {
  const drawn = renderToString(
    <App>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  // Elements that Base UI hides with an inline style would be visible under our policy.
  const content = page.isSkeleton ? drawn.replaceAll(/ style="[^"]*"/g, ' hidden=""') : drawn;
  if (!content.includes('<h1')) throw new Error(`${context.location.pathname} is printed without its title`);
  if (content.includes(' style="'))
    throw new Error(`${context.location.pathname} has an inline style, refused by our policy`);
  return disableUntilHydrated(content);
}

function titleIn({ matches }: StaticHandlerContext): string {
  return documentTitle(matches.map(({ route, params }) => ({ handle: route.handle as unknown, params })));
}

function headOf({ path, description, lang }: PublicPage, title: string): string[] {
  const url = `${PUBLIC_URL}${path}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Clairisque',
    'og:locale': lang === 'en' ? 'en_GB' : 'fr_FR',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': `${PUBLIC_URL}/partage.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Clairisque : l’état des risques d’un bien, clair et complet',
  };
  return [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escape(value)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    // Data, not a script: the Content-Security-Policy allows it. It must not close its own element.
    ...structuredData(path).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
    ),
  ];
}

/** The page with its style, needed at the first paint, and its code, loaded later. */
function withFiles(
  { shell, boot, manifest }: Build,
  { screen, early, onGesture }: Pick<PublicPage, 'screen' | 'early' | 'onGesture'> = {},
): string {
  const chunks = chunksOf(screen === undefined ? ['index.html'] : ['index.html', SOURCE + screen], manifest);
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  // The start file comes last, after everything that it imports.
  const code = chunks.toSorted((one, other) => Number(one.isEntry ?? false) - Number(other.isEntry ?? false));
  const first = early && soleChunk(early, manifest);
  const next = onGesture && soleChunk(onGesture, manifest);
  const files = [
    ...(first ? [`<script type="module" src="/${first}"${next ? ` data-on-gesture="/${next}"` : ''}></script>`] : []),
    `<script src="/${boot}" data-code="${code.map(({ file }) => `/${file}`).join(' ')}"></script>`,
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
  ];
  return shell.replaceAll(ENTRY, '').replace('</head>', () => `  ${files.join('\n    ')}\n  </head>`);
}

/** The file of one that needs no other. */
function soleChunk(name: string, manifest: Manifest): string | undefined {
  const [chunk, ...others] = chunksOf([SOURCE + name], manifest);
  if (others.length > 0) throw new Error(`${name} imports other files: it would wait for them`);
  return chunk?.file;
}

/** The chunks of `names` and all their imports, each after what it imports. */
function chunksOf(names: readonly string[], manifest: Manifest, seen = new Set<string>()): ManifestChunk[] {
  return names.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not a separate chunk`);
    return [...chunksOf(chunk.imports ?? [], manifest, seen), chunk];
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
