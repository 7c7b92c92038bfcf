import { REFUND, TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { termsOf } from '@clairisque/contract/common/terms.ts';
import { formatDay } from '#lib/dates.ts';
import { usePublisher } from '#lib/publisher.ts';
import { Card } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import styles from './terms-summary.module.css';
import { TermsLink } from './consents.tsx';

const POINTS = [
  [
    'Ce que fait le service',
    'Pour le bien que vous désignez, de 1 à 50 parcelles, il établit l’état des risques et l’état des nuisances sonores aériennes à remettre à l’acquéreur ou au locataire. Un crédit donne un état.',
  ],
  [
    'Des données fidèles',
    'L’état reproduit les données publiques à sa date, avec leur source. Il ne remplace pas une étude de terrain. S’il manque une donnée obligatoire, il n’est pas établi et rien n’est débité.',
  ],
  [
    'Une livraison immédiate',
    'Les crédits sont disponibles dès le paiement accepté\u00A0; le PDF se télécharge dès qu’il est établi.',
  ],
  [
    'Quatorze jours pour renoncer',
    `${REFUND} Pour renoncer\u00A0: «\u00A0Renoncer au contrat ici\u00A0», en bas de chaque page.`,
  ],
  [
    'Vos données protégées',
    'Elles servent à votre compte, à vos états et à vos commandes, dans le respect du RGPD. Elles ne sont ni vendues ni cédées.',
  ],
] as const;

/** Sections that buyers look for first. */
const EXCERPT = ['Prix et paiement', 'Livraison', 'Rétractation et annulation'];

/** The terms of sale in six points, and an excerpt of them. */
export function TermsSummary() {
  return (
    <Card className={styles.card}>
      <h2>Les conditions en six points</h2>
      <ol className={styles.points}>
        {POINTS.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
        <li>
          <strong>Le texte complet</strong>
          <p>
            Seules les <TermsLink>conditions générales de vente</TermsLink> font foi&nbsp;; version du{' '}
            {formatDay(TERMS_VERSION)}.
          </p>
        </li>
      </ol>
      <Excerpt />
    </Card>
  );
}

/** Rendered when opened: the terms repeat the text of the boxes, and a search in the page must find the boxes first. */
function Excerpt() {
  const { data: publisher } = usePublisher();
  return (
    <Disclosure lazy label="Extrait des conditions générales de vente">
      <div className={styles.articles}>
        {termsOf(publisher ?? null)
          .filter(({ title }) => EXCERPT.includes(title))
          .map(({ title, paragraphs }) => (
            <section key={title}>
              <h3>{title}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        <p>
          <TermsLink>Lire l’intégralité des CGV</TermsLink>
        </p>
      </div>
    </Disclosure>
  );
}
