import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { ACCESSIBILITY_TERMS, TERMS_PDF_URL, termsOf } from '@clairisque/contract/common/terms.ts';
import { Download, Printer } from 'lucide-react';
import { Link } from 'react-router';
import { usePublisher } from '#lib/publisher.ts';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import styles from './terms-page.module.css';

const versionDay = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long' });

/** The terms of sale, identical to those of each order's confirmation. */
export function TermsPage() {
  const { data: publisher } = usePublisher();
  const terms = termsOf(publisher ?? null);
  const entries = terms.map(({ title }, index) => ({ id: `article-${index + 1}`, title }));
  return (
    <TextPage
      title="Conditions générales de vente"
      lead={
        <>
          Version {TERMS_VERSION}, en vigueur depuis le{' '}
          <time dateTime={TERMS_VERSION}>{typeset(versionDay.format(new Date(`${TERMS_VERSION}T12:00`)))}</time>.
        </>
      }
      below={
        <div className={styles.actions}>
          <ButtonLink
            to={TERMS_PDF_URL}
            reloadDocument
            download
            variant="secondary"
            icon={<Download aria-hidden="true" />}
          >
            Télécharger le PDF
          </ButtonLink>
          <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Imprimer
          </Button>
        </div>
      }
      contents={{ title: 'Sommaire', entries, isNumbered: true }}
    >
      {terms.map(({ title, paragraphs, boxed }, index) => (
        <TextSection key={title} id={`article-${index + 1}`} title={title} number={`${index + 1}.`}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{typeset(paragraph)}</p>
          ))}
          {boxed && (
            <div className={styles.boxed} role="note" aria-label={boxed.title}>
              {boxed.paragraphs.map((paragraph) => (
                <p key={paragraph}>{typeset(paragraph)}</p>
              ))}
            </div>
          )}
          {title === ACCESSIBILITY_TERMS.title && (
            <p>
              <Link to={paths.accessibility}>Accessibilité</Link>
            </p>
          )}
        </TextSection>
      ))}
    </TextPage>
  );
}
