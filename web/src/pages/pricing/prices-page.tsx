import { REFUND } from '@clairisque/contract/common/consents.ts';
import { Briefcase, CalendarCheck, CreditCard, FileText, Send, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { getCookie } from '#lib/cookies.ts';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ChoosePack, PackCards } from './pack-cards.tsx';
import { Comparison } from './comparison.tsx';
import styles from './prices-page.module.css';

const GOOD_TO_KNOW = [
  [
    FileText,
    'Un crédit, un état des risques',
    'Pour un bien de 1 à 50 parcelles, quel qu’en soit le nombre : première page en langage clair, rubriques de la loi, cartes, annexes, sources datées, et l’état des nuisances sonores aériennes. Prêt en PDF en moins d’une minute. S’il ne peut être établi, rien n’est débité.',
  ],
  [
    CalendarCheck,
    'Vérifié un an, renouvelable une fois',
    'Compris dans le crédit. Pendant un an, tant que l’état est valable (180 jours), les sources sont interrogées de nouveau 15 jours et 2 jours avant la signature prévue, le matin même et à la demande, la vôtre ou celle de la personne qui l’a reçu : une attestation dit que rien n’a changé, ou un document mis à jour le remplace. Expiré, il se renouvelle une fois, pendant un an.',
  ],
  [
    Send,
    'La remise est comprise',
    'Un lien et un QR code par visiteur, un récépissé daté, des rappels d’échéance et une page où chacun vérifie le document.',
  ],
  [
    CreditCard,
    'Paiement sécurisé et facture',
    'Vous payez le prix affiché, TVA comprise, sur la page de notre prestataire : nous ne voyons ni ne gardons votre numéro de carte. Les crédits arrivent aussitôt, et la facture avec eux.',
  ],
  [
    Undo2,
    'Quatorze jours pour renoncer',
    `${REFUND} Pour renoncer\u00A0: «\u00A0Renoncer au contrat ici\u00A0», en bas de chaque page.`,
  ],
  [
    Briefcase,
    'Professionnels',
    'Votre logo sur les documents, le nom de votre société sur les factures, des commandes jusqu’à 10 000 crédits. Pour relier votre logiciel : « Développeurs », en bas de page.',
  ],
] as const;

export function PricesPage() {
  return (
    <div className="page">
      <header className={styles.intro}>
        <h1>DES OFFRES ADAPTEES A VOS BESOINS</h1>
        <p>
          Un crédit donne un état des risques complet, avec l’état des nuisances sonores aériennes. Les prix sont toutes
          taxes comprises, sans abonnement.
        </p>
      </header>
      <WaitingStatement />
      <h2 className="visually-hidden">Les quatre offres</h2>
      <PackCards renderAction={(pack) => <ChoosePack pack={pack} />} />
      <section className={styles.customOrder} aria-labelledby="sur-mesure">
        <div>
          <h2 id="sur-mesure">Un autre volume, une autre durée&nbsp;?</h2>
          <p>{typeset('Composez votre commande, de 1 à 10 000 crédits, sans limite de durée ou pour 1 à 6 mois.')}</p>
        </div>
        <ButtonLink to={paths.simulator} variant="secondary" size="large">
          Composer une commande sur mesure
        </ButtonLink>
      </section>
      <section className={styles.more} aria-labelledby="bon-a-savoir">
        <h2 id="bon-a-savoir">Bon à savoir avant de choisir</h2>
        <ul>
          {GOOD_TO_KNOW.map(([Icon, title, text]) => (
            <li key={title}>
              <Icon aria-hidden="true" />
              <div>
                <h3>{title}</h3>
                <p>{typeset(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Comparison />
      <p className={styles.help}>
        Une autre question&nbsp;? <Link to={paths.help}>Consultez l’aide</Link>.
      </p>
    </div>
  );
}

/** A user sent here from the wizard without a credit returns to it after the payment. */
function WaitingStatement() {
  const address = getCookie('adresse');
  if (getCookie('statut_realisation_erp') !== '2' || !address) return null;
  return (
    <div className={styles.waiting}>
      <Banner
        title="Votre état des risques vous attend"
        action={
          <ButtonLink to={paths.wizard} variant="quiet">
            Y revenir
          </ButtonLink>
        }
      >
        {address}. Vous le reprendrez là où vous en étiez, après l’achat.
      </Banner>
    </div>
  );
}
