import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { wizardWithAddress } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { UNIT_PRICE } from '#lib/packs.ts';
import styles from './hero.module.css';
import { Maximize2 } from 'lucide-react';
import { SPECIMEN } from './specimen.gen.ts';

const FIELD_ID = 'adresse-du-bien';

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="promesse">
      <div className={styles.content}>
        <div className={styles.words}>
          <h1 id="promesse" className={styles.title}>
            L’état des risques de votre bien, clair et complet.
          </h1>
          <p className={styles.lead}>
            Obligatoire pour vendre ou louer, dès la première visite. Donnez l’adresse&nbsp;: nous interrogeons les
            sources officielles et vous remettons le PDF en moins d’une minute.
          </p>
          <AddressForm />
          <ul className={styles.facts}>
            <li>{UNIT_PRICE} TTC, sans abonnement</li>
            <li>Valable 6&nbsp;mois</li>
            <li>Bruit des aérodromes compris</li>
          </ul>
        </div>
        <StatementPreview />
      </div>
    </section>
  );
}

/** Loads the next screen while the address is typed; a failure shows there, not here. */
function preloadWizard(): void {
  import('#features/issuance/wizard-page.tsx').catch(() => null);
}

/** Opens the wizard on this address. The input is uncontrolled: it takes text before it is hydrated (decision 0018). */
function AddressForm() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const start = async (): Promise<void> => {
      const { suggestOnGesture, takeOver } = await import('./field-before-hydration.ts');
      if (!field.current) return;
      suggestOnGesture(field.current, () => import('#lib/home-suggestions.ts'));
      takeOver(field.current);
    };
    start().catch(() => null);
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const adresse = field.current?.value.trim() ?? '';
    if (adresse === '') {
      setError('Veuillez renseigner une adresse.');
      field.current?.focus();
      return;
    }
    void navigate(wizardWithAddress(adresse));
  };
  return (
    <search>
      <form noValidate onSubmit={submit}>
        <label htmlFor={FIELD_ID} className={styles.label}>
          Adresse du bien
        </label>
        <div className={styles.field}>
          <input
            ref={field}
            id={FIELD_ID}
            name="adresse"
            data-early=""
            onFocus={preloadWizard}
            className={styles.input}
            autoComplete="off"
            placeholder="12 rue de la Paix, Paris"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${FIELD_ID}-erreur` : undefined}
          />
          <Button type="submit" size="large" className={styles.submit}>
            Commencer
          </Button>
        </div>
        {error && (
          <p id={`${FIELD_ID}-erreur`} className={styles.error}>
            {error}
          </p>
        )}
      </form>
    </search>
  );
}

/** The first page of a real specimen (`scripts/specimen.ts`), enlarged by a click: a picture, without any script. */
function StatementPreview() {
  return (
    <figure className={styles.figure}>
      <a href="/specimen.webp" target="_blank" rel="noreferrer" className={styles.sheet} data-scheme="light">
        <img
          src="/specimen-petit.webp"
          width={SPECIMEN.width}
          height={SPECIMEN.height}
          loading="lazy"
          decoding="async"
          alt="Première page d’un état des risques, pour une adresse d’essai à Saint-Malo&nbsp;: le plan de la parcelle, puis «&nbsp;Votre bien est concerné par 2 des 10 points que la loi impose de vérifier&nbsp;»."
        />
        <span className={styles.open}>
          <Maximize2 aria-hidden="true" />
          Lire cette page
          <span className="visually-hidden"> (nouvel onglet)</span>
        </span>
      </a>
      <figcaption className={styles.caption}>
        Un vrai document, sur des données d’essai, établi en {SPECIMEN.seconds}&nbsp;s (mesuré le&nbsp;
        {SPECIMEN.measuredOn}
        ).
      </figcaption>
    </figure>
  );
}
