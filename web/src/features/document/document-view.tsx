import type { PrintedStatement, ReadableDocument } from '@clairisque/contract/document.ts';
import type { ReactNode } from 'react';
import { Annexes, Explanations, Glossary, Sources } from './annexes.tsx';
import { Cover } from './cover.tsx';
import { Disasters } from './disasters.tsx';
import { DocumentActions, type PdfDownload } from './document-actions.tsx';
import styles from './document.module.css';
import { FormBlock, FormRows, PropertyStrip, Signatures } from './form.tsx';
import { MapFigure } from './map-figure.tsx';
import { DataTable } from './data-table.tsx';

export type { PdfDownload };

type Part = { id: string; title: string; content: ReactNode };

/** The statement on a screen: the parts of the PDF, in its order and in its words. */
export function DocumentView({ readable, download }: { readable: ReadableDocument; download: PdfDownload }) {
  const { document } = readable;
  const parts = partsOf(readable);
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        {document.logo && (
          <img
            src={`data:image/png;base64,${readable.pictures[document.logo.file]}`}
            alt={document.logo.alt}
            className={styles.logo}
          />
        )}
        <h1>{document.cover.title}</h1>
        <p className={styles.address}>{document.cover.address}</p>
        {document.running.specimen !== null && <p className={styles.specimen}>{document.running.specimen}</p>}
        <DocumentActions document={document} download={download} />
      </header>
      <nav className={styles.contents} aria-labelledby="sommaire">
        <h2 id="sommaire">Dans ce document</h2>
        <ol>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={styles.document} aria-label={document.title}>
        <Cover readable={readable} />
        {parts.map(({ id, title, content }, index) => (
          <section key={id} aria-labelledby={id} className={styles.part}>
            <h2 id={id} tabIndex={-1}>
              <span className={styles.number}>{index + 1}</span> {title}
            </h2>
            {content}
          </section>
        ))}
        <p className={styles.small}>{document.colophon}</p>
      </article>
    </div>
  );
}

function partsOf({ document, pictures }: ReadableDocument): Part[] {
  const { annexes, disasters, explanations, glossary, maps, sources } = document;
  return [
    { id: 'etat-des-risques', title: 'État des risques', content: <Regulatory document={document} /> },
    { id: 'bruit', title: 'État des nuisances sonores aériennes', content: <Noise document={document} /> },
    { id: 'sinistres', title: disasters.title, content: <Disasters document={document} /> },
    {
      id: 'cartes',
      title: 'Cartes',
      content:
        maps.length === 0 ? (
          <p>Ce document est établi sans carte.</p>
        ) : (
          maps.map((map) => <MapFigure key={map.file + map.title} map={map} picture={pictures[map.file]} />)
        ),
    },
    { id: 'annexes', title: 'Annexes : informations complémentaires', content: <Annexes annexes={annexes} /> },
    {
      id: 'comprendre',
      title: 'Comprendre les risques',
      content: (
        <>
          <Explanations explanations={explanations} />
          <Glossary glossary={glossary} />
        </>
      ),
    },
    { id: 'sources', title: 'Sources et méthode', content: <Sources sources={sources} /> },
  ];
}

function Regulatory({ document: { regulatory, signatures } }: { document: PrintedStatement }) {
  return (
    <>
      <Paragraphs list={regulatory.intro} />
      <FormRows rows={regulatory.property} />
      <DataTable table={regulatory.parcels} caption="Parcelles du bien" />
      {regulatory.blocks.map((block, index) => (
        <FormBlock key={index} block={block} />
      ))}
      <Paragraphs list={regulatory.warnings} isSmall />
      <Signatures signatures={signatures} />
    </>
  );
}

function Noise({ document: { noise, property, signatures } }: { document: PrintedStatement }) {
  return (
    <>
      <PropertyStrip property={property} />
      <Paragraphs list={noise.intro} />
      {noise.blocks.map((block, index) => (
        <FormBlock key={index} block={block} />
      ))}
      <Paragraphs list={noise.footer} isSmall />
      <Signatures signatures={signatures} />
    </>
  );
}

function Paragraphs({ list, isSmall = false }: { list: string[]; isSmall?: boolean }) {
  return list.map((paragraph, index) => (
    <p key={index} className={isSmall ? styles.small : undefined}>
      {paragraph}
    </p>
  ));
}
