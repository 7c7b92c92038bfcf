import { TermsLink } from './terms-link.tsx';
import type { FormError } from '#ui/form-errors.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './consents.module.css';

type Consents = { cgv: boolean; execution: boolean };
export const NO_CONSENT: Consents = { cgv: false, execution: false };

/** The prescribed sentence, which leads to the first unticked box; null when both are ticked. */
export function missingConsent({ cgv, execution }: Consents): FormError | null {
  if (cgv && execution) return null;
  return { field: cgv ? 'execution' : 'cgv', message: 'Veuillez cocher toutes les cases obligatoires.' };
}

type ConsentsFieldProps = { value: Consents; onChange: (value: Consents) => void; isRefused: boolean };

/** Two boxes, unticked at first: the terms, and immediate execution with its consequence (art. L221-28). */
export function ConsentsField({ value, onChange, isRefused }: ConsentsFieldProps) {
  return (
    <fieldset className={styles.consents}>
      <legend>Vos accords, tous deux obligatoires</legend>
      <Checkbox
        name="cgv"
        required
        aria-invalid={(isRefused && !value.cgv) || undefined}
        checked={value.cgv}
        onChange={(event) => onChange({ ...value, cgv: event.target.checked })}
        label={
          <>
            J’ai lu et j’accepte la synthèse et l’intégralité des{' '}
            <TermsLink>conditions générales de vente (CGV)</TermsLink>.
          </>
        }
      />
      <Checkbox
        name="execution"
        required
        aria-invalid={(isRefused && !value.execution) || undefined}
        checked={value.execution}
        onChange={(event) => onChange({ ...value, execution: event.target.checked })}
        label={
          'Je demande l’exécution immédiate de ma commande et je renonce à mon droit de rétractation\u00A0: je reconnais le perdre pour chaque état des risques pleinement établi, selon l’article L221-28 du code de la consommation.'
        }
      />
    </fieldset>
  );
}
