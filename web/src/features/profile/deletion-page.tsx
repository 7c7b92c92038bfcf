import { useState, useEffect } from 'react';
import { useGuard } from '#lib/guard.ts';
import { useSession, resetEverything } from '#lib/session.ts';
import { Banner } from '#ui/banner.tsx';
import { DeletionForm } from './deletion-form.tsx';
import styles from './deletion.module.css';
import { ExportDocuments } from './export-documents.tsx';
import { RecentPurchases } from './recent-purchases.tsx';
import { useNavigate } from 'react-router';
import { useFocusOnArrival } from '#lib/focus.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CountdownBar } from '#ui/progress-bar.tsx';

/** Deletion of the account. After it, the page shows nothing else and the user is signed out. */
export function DeletionPage() {
  const [isDeleted, setDeleted] = useState(false);
  return (
    <div className={`page ${styles.page}`}>
      <h1>Supprimer mon compte</h1>
      {isDeleted ? <AccountDeleted /> : <Deletion onDeleted={() => setDeleted(true)} />}
    </div>
  );
}

function Deletion({ onDeleted }: { onDeleted: () => void }) {
  useGuard();
  const { credits } = useSession();
  return (
    <>
      <Banner tone="warning" title="Cette suppression est irréversible. Vous perdez :">
        <ul className={styles.losses}>
          <li>vos informations personnelles ;</li>
          <li>tous vos états des risques ;</li>
          <li>l’historique de vos factures ;</li>
          <li>{creditsLost(credits)}</li>
        </ul>
      </Banner>
      <p className={styles.small}>
        La loi nous oblige à conserver dix ans les factures et la preuve de leur commande (article L123-22 du code de
        commerce). Elles sont conservées dans une archive inaccessible depuis le site et ne servent à rien d’autre.
      </p>
      <RecentPurchases />
      <section className={styles.section} aria-labelledby="documents">
        <h2 id="documents">Gardez vos documents</h2>
        <p>Un état des risques remis à un acquéreur ou à un locataire sert de preuve : conservez-en le PDF.</p>
        <ExportDocuments />
      </section>
      <section className={styles.section} aria-labelledby="confirmation">
        <h2 id="confirmation">Confirmez la suppression</h2>
        <DeletionForm onDeleted={onDeleted} />
      </section>
    </>
  );
}

function creditsLost(credits: number | undefined): string {
  if (!credits) return 'vos crédits restants.';
  return credits > 1 ? `vos ${credits} crédits restants.` : 'votre crédit restant.';
}

const BAR_MS = 5_000;
const REDIRECT_AFTER_MS = 5_100;

/** The account is deleted: this browser forgets it at once, in every tab, then leaves the page. */
function AccountDeleted() {
  const navigate = useNavigate();
  const box = useFocusOnArrival<HTMLDivElement>();
  useEffect(resetEverything, []);
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate(paths.home, { replace: true }), REDIRECT_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={box} tabIndex={-1} className={styles.farewell}>
      <p className={styles.progress}>Suppression en cours...</p>
      <CountdownBar durationMs={BAR_MS} label="Suppression en cours" />
      <p>Votre compte ne peut déjà plus être ouvert. Un e-mail vous confirmera sa suppression.</p>
      <ButtonLink to={paths.home} replace variant="secondary">
        Revenir à l’accueil maintenant
      </ButtonLink>
    </div>
  );
}
