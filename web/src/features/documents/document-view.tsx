import type { PrintedStatement, ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { ReactNode } from 'react';
import { TextPage, TextSection, type TextEntry } from '#ui/text-page.tsx';
import { Annexes, Explanations, Glossary, Sources } from './annexes.tsx';
import { Consequences, Cover } from './cover.tsx';
import { Disasters } from './disasters.tsx';
import { DocumentActions, type PdfDownload } from './document-actions.tsx';
import styles from './document.module.css';
import { FormBlock, FormRows, PropertyStrip, Signatures } from './form.tsx';
import { MapFigure } from './map-figure.tsx';
import { DataTable } from './data-table.tsx';

export type { PdfDownload };

type Part = TextEntry & { content: ReactNode };

/** The statement on a screen: the parts of the PDF, in the same order and words. */
export function DocumentView({ readable, download }: { readable: ReadableDocument; download: PdfDownload }) {
  const { document, est_courte: isShort = false } = readable;
  const parts = partsOf(readable);
  return (
    <TextPage
      title={document.cover.title}
      above={
        document.logo && (
          <img
            src={`data:image/png;base64,${readable.pictures[document.logo.file]}`}
            alt={document.logo.alt}
            className={styles.logo}
          />
        )
      }
      below={
        <>
          <p className={styles.address}>{document.cover.address}</p>
          <Located cover={document.cover} />
          {document.running.specimen !== null && <p className={styles.specimen}>{document.running.specimen}</p>}
          {isShort && (
            <p>
              <strong>Version courte&nbsp;:</strong> les annexes (cartes, plans, sources) sont dans le document complet.
            </p>
          )}
          <DocumentActions document={document} download={download} />
        </>
      }
      contents={{ title: 'Dans ce document', entries: parts, isNumbered: true }}
    >
      <article className={styles.document} aria-label={document.title}>
        <Cover readable={readable} />
        {!isShort && <Consequences consequences={document.consequences} />}
        {parts.map(({ id, title, content }, index) => (
          <TextSection key={id} id={id} title={title} number={`${index + 1}`} isWide>
            {content}
          </TextSection>
        ))}
        <p className={styles.small}>{document.colophon}</p>
      </article>
    </TextPage>
  );
}

function partsOf({ document, pictures, est_courte: isShort = false }: ReadableDocument): Part[] {
  const { annexes, bound, disasters, explanations, glossary, maps, sources } = document;
  const first: Record<PrintedStatement['order'][number], Part> = {
    regulatory: { id: 'etat-des-risques', title: 'État des risques', content: <Regulatory document={document} /> },
    noise: { id: 'bruit', title: 'État des nuisances sonores aériennes', content: <Noise document={document} /> },
    disasters: { id: 'sinistres', title: disasters.title, content: <Disasters document={document} /> },
  };
  const form = document.order.map((part) => first[part]);
  if (isShort) return form;
  return [
    ...form,
    {
      id: 'cartes',
      title: 'Cartes',
      content:
        maps.length === 0 ? (
          <p>Ce document est établi sans carte.</p>
        ) : (
          maps.map((map) => (
            <MapFigure
              key={map.file + map.title}
              map={map}
              picture={pictures[map.file]}
              insetPicture={map.inset === null ? undefined : pictures[map.inset.file]}
            />
          ))
        ),
    },
    { id: 'annexes', title: 'Annexes : informations complémentaires', content: <Annexes annexes={annexes} /> },
    ...(explanations.sections.length + glossary.length === 0
      ? []
      : [
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
        ]),
    { id: 'sources', title: 'Sources et méthode', content: <Sources sources={sources} /> },
    ...(bound === null ? [] : [{ id: 'documents', title: bound.title, content: <BoundDocuments bound={bound} /> }]),
  ];
}

function Regulatory({ document: { regulatory, signatures, attestation } }: { document: PrintedStatement }) {
  // The enclosed documents and the signatures are at the end of the form, after the disasters; older editions are also
  // signed here.
  const isSignedLater = signatures.together !== null;
  return (
    <>
      <Paragraphs list={regulatory.intro} />
      <FormRows rows={regulatory.property} />
      <DataTable table={regulatory.parcels} caption="Parcelles du bien" />
      {(isSignedLater ? regulatory.blocks.slice(0, -1) : regulatory.blocks).map((block, index) => (
        <FormBlock key={index} block={block} />
      ))}
      {regulatory.byParcel !== null && (
        <section aria-label={regulatory.byParcel.title}>
          <h3>{regulatory.byParcel.title}</h3>
          <Paragraphs list={regulatory.byParcel.intro} />
          {regulatory.byParcel.tables.map((table, index) => (
            <DataTable key={index} table={table} caption={regulatory.byParcel?.title ?? ''} />
          ))}
        </section>
      )}
      {!isSignedLater && (
        <>
          <Paragraphs list={regulatory.warnings} isSmall />
          <Signatures signatures={signatures} letter="L" />
        </>
      )}
      {attestation !== null && <FormBlock block={attestation} />}
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

/** The cadastre's commune, and the unconfirmed typed address; older editions have neither. */
function Located({ cover: { commune, declared } }: Pick<PrintedStatement, 'cover'>) {
  return (
    <>
      {commune !== null && <p className={styles.quiet}>{commune}</p>}
      {declared !== null && (
        <p>
          <strong>{declared.label}&nbsp;:</strong> {declared.text} — {declared.note}
        </p>
      )}
    </>
  );
}

/** Official documents whose pages are in the PDF: too heavy for a screen, only their titles and pages are listed. */
function BoundDocuments({ bound }: { bound: NonNullable<PrintedStatement['bound']> }) {
  return (
    <>
      <p>{bound.intro} Leurs pages se lisent dans le PDF.</p>
      {bound.documents.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      {bound.left.length > 0 && (
        <>
          <h3>Ce qui n’a pas pu être reproduit</h3>
          <ul>
            {bound.left.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
