import { buyPack } from '#responses/credits.ts';
import { useCallback, useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { MessagePage } from '#ui/message-page.tsx';
import { formatEuros, type Pack } from '#lib/packs.ts';
import { call } from '#lib/api.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { readCustomOrder, readPack } from './saved-order.ts';
import { countOf, forgetOrder, savePack } from './saved-pack.ts';
import { UnpaidBanner, useIsAlreadyPaid } from './payment-session.tsx';
import { OrderForm } from './order-form.tsx';
import ticks from '#ui/ticks.module.css';
import styles from './recap-page.module.css';

const TITLE = 'RECAPITULATIF DE LA COMMANDE';

/** The order of a pack. This tab orders what it shows, whatever another tab has chosen in the meantime. */
export function RecapPage() {
  const navigate = useNavigate();
  const [pack, setPack] = useState(readPack);
  const readAgain = useCallback(() => setPack(readPack()), []);
  const isAlreadyPaid = useIsAlreadyPaid();
  if (isAlreadyPaid) return <NoOrder />;
  if (pack === null) return readCustomOrder() === null ? <NoOrder /> : <Navigate to={paths.simulator} replace />;

  /** Paid or given up in another tab: it must not be paid here. */
  function checkKept() {
    if (readPack() !== null) return null;
    setPack(null);
    return { message: 'Cette commande n’est plus en cours.' };
  }

  return (
    <OrderForm
      title={TITLE}
      total={<Total pack={pack} />}
      contents={<Features />}
      check={checkKept}
      keep={() => savePack(pack)}
      openPage={() => call(buyPack, { params: { code: pack.code } })}
      onReturn={readAgain}
      wayBack={
        <Button
          variant="secondary"
          size="large"
          onClick={() => {
            forgetOrder();
            void navigate(paths.prices);
          }}
        >
          Annuler la commande
        </Button>
      }
    >
      <UnpaidBanner />
      <Offer pack={pack} />
    </OrderForm>
  );
}

function Offer({ pack }: { pack: Pack }) {
  const { credits, priceCents, validity } = pack;
  return (
    <section className={styles.offer} aria-label="Votre commande">
      <div className={styles.head}>
        <h2>{countOf(credits)}</h2>
        <p className={styles.price}>
          <strong>{formatEuros(priceCents)}</strong> TTC
        </p>
      </div>
      <p className={styles.what}>
        {credits > 1 ? `${credits} états des risques complets` : 'Un état des risques complet'}, bruit des aérodromes
        compris. {validity}.
      </p>
    </section>
  );
}

function Features() {
  return (
    <ul className={ticks.ticks}>
      <li>Crédits ajoutés dès le paiement, PDF en moins d’une minute</li>
      <li>Chaque état se renouvelle une fois, sans frais, après ses six mois</li>
      <li>Facture avec TVA dans votre espace</li>
    </ul>
  );
}

function Total({ pack }: { pack: Pack }) {
  return (
    <>
      Total à payer&nbsp;: <strong>{formatEuros(pack.priceCents)} TTC</strong>
    </>
  );
}

function NoOrder() {
  return (
    <MessagePage
      title={TITLE}
      actions={
        <>
          <ButtonLink to={paths.prices} size="large">
            Choisir une formule
          </ButtonLink>
          <ButtonLink to={paths.simulator} size="large" variant="secondary">
            Composer une commande sur mesure
          </ButtonLink>
        </>
      }
      note={
        <p>
          Vous venez de payer&nbsp;? Vos crédits sont dans <Link to={spaceTab('credits-tabs-simple')}>Mon solde</Link>.
        </p>
      }
    >
      <p>Aucune commande n’est en cours. Choisissez d’abord une formule&nbsp;: rien n’est dû avant le paiement.</p>
    </MessagePage>
  );
}
