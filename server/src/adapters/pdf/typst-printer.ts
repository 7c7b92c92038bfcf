import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeCompiler, type PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { stampArchival, type Relationship } from './pdf-a.ts';
import { FACTUR_X } from './pdf-facturx.ts';
import { fontPath, FONTS } from './fonts.ts';
import type { RenderRequest } from './typst.ts';

/** Typst itself, synchronous. */
export type Printer = {
  /** The document as `typst.ts` promises it. Throws what the template refuses, as JSON. */
  render(request: RenderRequest): Buffer;
  /** The document as Typst exports it for one standard, unstamped. */
  exported(request: RenderRequest, standard: `${PdfStandard}`): Buffer;
  /** Drops the layouts that none of the last `calls` evictions' documents used. */
  evict(calls: number): void;
};

/** A printer of the templates in a folder; `data` of a request lists its `attachments`, when it has some. */
export function createPrinter(templates: string): Printer {
  const fontBlobs = Object.values(FONTS)
    .flat()
    .map((file) => readFileSync(fontPath(file)));
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs }] });

  /** Warnings fail too: Typst only warns of an unknown font, and would silently use another one. */
  function exported({ template, data, files }: RenderRequest, standard: `${PdfStandard}`): Buffer {
    try {
      compiler.mapShadow(join(templates, 'data.json'), Buffer.from(JSON.stringify(data)));
      for (const [name, bytes] of Object.entries({ ...files, ...photographs(files) })) {
        compiler.mapShadow(join(templates, name), Buffer.from(bytes));
      }
      const compiled = compiler.compile({ mainFilePath: join(templates, template, 'main.typ') });
      const failures = (compiled.takeDiagnostics() ?? compiled.takeWarnings())?.shortDiagnostics;
      if (failures?.length || !compiled.result) throw new Error(JSON.stringify(failures));
      return compiler.pdf(compiled.result, { pdfStandard: standard });
    } finally {
      compiler.resetShadow();
    }
  }

  return {
    render: (request) => {
      const claims = request.template === 'invoice' ? [FACTUR_X] : [];
      return stampArchival(exported(request, 'ua-1'), relationships(request.data), claims);
    },
    exported,
    evict: (calls) => compiler.evictCache(calls),
  };
}

function relationships(data: unknown): Record<string, Relationship> {
  const { attachments = [] } = data as { attachments?: { file: string; relationship: Relationship }[] };
  return Object.fromEntries(attachments.map(({ file, relationship }) => [file, relationship]));
}

/**
 * `x.jpg.svg` for each `x.jpg`: an SVG with only that picture (`photo` in `lib/theme.typ`). Typst decodes a plain JPEG,
 * 14 ms and 7 MB for a page of an official document, then copies its bytes all the same; within an SVG it only copies
 * them. Without smoothing, which PDF/A forbids. Typst caches a drawing by its own bytes, whatever the pictures it links
 * to: without their hash, the maps of the first document of a process would be printed in all later ones.
 */
function photographs(files: RenderRequest['files']): RenderRequest['files'] {
  const pictures = Object.entries(files).filter(([name]) => name.endsWith('.jpg'));
  const drawing = (name: string, bytes: Uint8Array): Buffer => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const picture = `<image href="${name}" image-rendering="optimizeSpeed"/>`;
    return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${sha256} -->${picture}</svg>`);
  };
  return Object.fromEntries(pictures.map(([name, bytes]) => [`${name}.svg`, drawing(name, bytes)]));
}
