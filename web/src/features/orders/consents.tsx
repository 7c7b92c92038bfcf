import { CONSENTS, TERMS_NAME } from '@clairisque/contract/common/consents.ts';
import type { FormError } from '#ui/form-errors.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './consents.module.css';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#paths.ts';

type Consents = { cgv: boolean; execution: boolean };
export const NO_CONSENT: Consents = { cgv: false, execution: false };

/** The prescribed sentence, which leads to the first unticked box; null when both are ticked. */
export function missingConsent({ cgv, execution }: Consents): FormError | null {
  if (cgv && execution) return null;
  return { field: cgv ? 'execution' : 'cgv', message: 'Veuillez cocher toutes les cases obligatoires.' };
}

const [beforeTerms = ''] = CONSENTS.terms.split(TERMS_NAME);

type ConsentsFieldProps = { value: Consents; onChange: (value: Consents) => void; isRefused: boolean };

/** Two boxes, unticked at first: the terms, and immediate execution with its consequence (art. L221-28, L221-18). */
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
            {beforeTerms}
            <TermsLink>{`${TERMS_NAME} (CGV)`}</TermsLink>.
          </>
        }
      />
      <Checkbox
        name="execution"
        required
        aria-invalid={(isRefused && !value.execution) || undefined}
        checked={value.execution}
        onChange={(event) => onChange({ ...value, execution: event.target.checked })}
        label={CONSENTS.execution}
      />
    </fieldset>
  );
}

/** In a new tab: the order and its ticked boxes stay as they are. */
export function TermsLink({ children }: { children: string }) {
  const lastWord = children.lastIndexOf(' ') + 1;
  return (
    <Link to={paths.terms} target="_blank" rel="noopener" className={styles.terms}>
      {children.slice(0, lastWord)}
      <span>
        {children.slice(lastWord)}
        <ExternalLink aria-hidden="true" />
      </span>
      <span className="visually-hidden"> (nouvel onglet)</span>
    </Link>
  );
}
