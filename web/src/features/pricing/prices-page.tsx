import { Button } from '#ui/button.tsx';
import { PackCards } from './pack-cards.tsx';
import styles from './prices-page.module.css';

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
      <h2 className="visually-hidden">Les quatre offres</h2>
      <PackCards
        renderAction={(pack) => (
          <Button
            variant={pack.isBestOffer ? 'primary' : 'secondary'}
            disabledReason="Paiement bientôt disponible"
            aria-label={`Choisir ${pack.credits} ${pack.credits > 1 ? 'crédits' : 'crédit'}`}
          >
            Choisir
          </Button>
        )}
      />
    </div>
  );
}
