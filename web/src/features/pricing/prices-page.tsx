import { BadgeEuro, CreditCard, FileText, ReceiptText, Undo2, Zap } from 'lucide-react';
import { getCookie } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ChoosePack } from './choose-pack.tsx';
import { PackCards } from './pack-cards.tsx';
import styles from './prices-page.module.css';

const GOOD_TO_KNOW = [
  [
    FileText,
    'Un crédit, un état des risques',
    'Il comprend le bruit des aérodromes, les cartes et les annexes, et se renouvelle une fois sans frais après ses six mois. Si un état ne peut être établi, le crédit n’est pas débité.',
  ],
  [
    BadgeEuro,
    'Des prix toutes taxes comprises',
    'TVA incluse, sans abonnement ni frais ajoutés. Le prix affiché est celui que vous payez.',
  ],
  [
    Zap,
    'Tout de suite',
    'Les crédits arrivent dès le paiement accepté. Un état est prêt, en PDF, en moins d’une minute.',
  ],
  [
    CreditCard,
    'Un paiement sécurisé',
    'Par carte, sur la page de notre prestataire de paiement. Nous ne voyons ni ne gardons votre numéro de carte.',
  ],
  [
    ReceiptText,
    'Une facture à chaque fois',
    'Avec la TVA et le nom de votre société, à télécharger dans votre espace.',
  ],
  [
    Undo2,
    'Quatorze jours pour changer d’avis',
    'Un particulier se fait rembourser les crédits qu’il n’a pas utilisés, depuis «\u00A0Mes factures\u00A0». Un état établi, lui, n’est pas repris.',
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
      <section className={styles.bespoke} aria-labelledby="sur-mesure">
        <div>
          <h2 id="sur-mesure">Un autre volume, une autre durée&nbsp;?</h2>
          <p>Composez votre commande, de 1 à 10 000 crédits, sans limite de durée ou pour 1 à 6 mois.</p>
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
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Somebody who came from the wizard without a credit goes back to it after the payment. */
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
