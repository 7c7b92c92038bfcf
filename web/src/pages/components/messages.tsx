import { CircleCheck, CircleDashed, CircleX, Hourglass } from 'lucide-react';
import { Badge, State } from '#ui/state.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import styles from './components-page.module.css';
import { FAMILIES, Family, Specimen } from './specimen.tsx';

const LONG =
  'Vos informations n’ont pas pu être enregistrées : le service qui vérifie les adresses ne répond pas. Rien n’est perdu, réessayez dans une minute.';

export function Messages() {
  return (
    <Family {...FAMILIES.dire}>
      <Specimen name="Banner">
        {() => (
          <>
            <Banner title="Bon à savoir">Le document est valable six mois.</Banner>
            <Banner tone="success">Vos informations ont été enregistrées.</Banner>
            <Banner tone="warning" title="Paiement en attente" action={<Button variant="secondary">Vérifier</Button>}>
              Nous attendons votre banque.
            </Banner>
            <Banner tone="error">{LONG}</Banner>
          </>
        )}
      </Specimen>
      <Specimen name="State, Badge, Facts, Card">
        {() => (
          <Card className={styles.stack}>
            <div className={styles.row}>
              <State icon={CircleCheck} tone="good">
                Actif
              </State>
              <State icon={Hourglass} tone="late">
                Expiré &lt; 1an
              </State>
              <State icon={CircleX} tone="bad">
                Expiré &gt; 1an
              </State>
              <State icon={CircleDashed}>Révoqué</State>
            </div>
            <div className={styles.row}>
              <Badge>dans la commune</Badge>
              <Badge tone="good">Populaire</Badge>
              <Badge tone="late">à vérifier</Badge>
              <Badge tone="bad">0 crédit</Badge>
            </div>
            <Facts
              inColumns
              rows={[
                ['Référence', 'ERP-2026-000123'],
                ['Émis le', '20/11/2026'],
                ['Adresse', '4 rue des Lilas, 95190 Goussainville'],
              ]}
            />
          </Card>
        )}
      </Specimen>
    </Family>
  );
}
