import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router';
import type { Manifest, ManifestChunk } from 'vite';
import { Frame } from '#shell/frame.tsx';
import { documentTitle } from '#shell/use-arrival.ts';
import { App } from '../app.tsx';
import { routes } from '../routes.tsx';
import { holdControls } from './held-controls.ts';
import { PUBLIC_PAGES, type PublicPage } from './public-pages.ts';
import { PUBLIC_URL, structuredData } from './structured-data.ts';

/** `name` is the page's address without its slash, `index` for the home page; `__PUBLIC_URL__` stands for the site's. */
type PrintedPage = { name: string; html: string };

const ROOT = '<div id="root"></div>';
const SCREENS = 'src/features/';
/** A page is read before its code is there: on a slow network its style and its fonts go first. */
const CODE = /<(script type="module"|link rel="modulepreload")/g;
const AFTER_STYLE = '$& fetchpriority="low"';

/**
 * Every public page as a newcomer sees it first, in the frame of `shell`, the built index.html.
 * @throws when a page cannot be drawn without a browser, draws nothing, or what the Content-Security-Policy refuses.
 */
export async function printPages(shell: string, manifest: Manifest): Promise<PrintedPage[]> {
  const handler = createStaticHandler(routes);
  return Promise.all(
    PUBLIC_PAGES.map(async (page) => {
      const context = await handler.query(new Request(`http://localhost${page.path}`));
      if (context instanceof Response) throw new Error(`${page.path} leads to another page`);
      const content = draw(handler, context, page);
      const head = headOf(page, titleIn(context)).join('\n    ');
      const files = filesOf(page, manifest).join('\n    ');
      const html = shell
        .replace(/<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/, () => head)
        .replace('</head>', () => `  ${files}\n  </head>`)
        .replaceAll(CODE, AFTER_STYLE)
        .replace(ROOT, () => `<div id="root"${page.isSketch ? ' data-sketch' : ''}>${content}</div>`);
      return { name: page.path.slice(1) || 'index', html };
    }),
  );
}

/** The page of every other address: `shell` with what all of them show first. */
export function printFrame(shell: string): string {
  const content = `<div id="root" data-sketch>${renderToString(<Frame />)}</div>`;
  return shell.replaceAll(CODE, AFTER_STYLE).replace(ROOT, () => content);
}

function draw({ dataRoutes }: StaticHandler, context: StaticHandlerContext, page: PublicPage): string {
  const drawn = renderToString(
    <App>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  );
  // What Base UI hides by a style, our policy would show.
  const content = page.isSketch ? drawn.replaceAll(/ style="[^"]*"/g, ' hidden=""') : drawn;
  if (!content.includes('<h1')) throw new Error(`${context.location.pathname} is printed without its title`);
  if (content.includes(' style="')) throw new Error(`${context.location.pathname} has a style that our policy refuses`);
  return holdControls(content);
}

function titleIn({ matches }: StaticHandlerContext): string {
  return documentTitle(matches.map(({ route }) => route.handle as unknown));
}

function headOf({ path, description }: PublicPage, title: string): string[] {
  const url = `${PUBLIC_URL}${path}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Clairisque',
    'og:locale': 'fr_FR',
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
    // Data, not a script: the Content-Security-Policy lets it be. It must not close its own element.
    ...structuredData(path).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
    ),
  ];
}

/** What the first chunk would only ask for later: the screen's code, and its style, which must be there at the first paint. */
function filesOf({ path, screen }: PublicPage, manifest: Manifest): string[] {
  if (screen === undefined) return [];
  const chunk = manifest[SCREENS + screen];
  if (chunk === undefined) throw new Error(`${path}: ${screen} is no chunk of its own`);
  const chunks = withImports(chunk, manifest);
  const entry = withImports(manifest['index.html'], manifest);
  const mine = [...chunks].filter((one) => !entry.has(one));
  return [
    ...mine.flatMap(({ css = [] }) => css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`)),
    ...mine.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ];
}

function withImports(chunk: ManifestChunk | undefined, manifest: Manifest, found = new Set<ManifestChunk>()) {
  if (chunk === undefined || found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports ?? []) withImports(manifest[name], manifest, found);
  return found;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
