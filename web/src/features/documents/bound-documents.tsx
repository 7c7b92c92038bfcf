import type { PrintedStatement } from '@clairisque/contract/common/printed-document.ts';

/** Official documents whose pages are in the PDF: too heavy for a screen, only their titles and pages are listed. */
export function BoundDocuments({ bound }: { bound: NonNullable<PrintedStatement['bound']> }) {
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
