import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors, type FormError } from '#ui/form-errors.tsx';
import { ConsentsField, missingConsent, NO_CONSENT } from './consents.tsx';
import styles from './order-form.module.css';
import { TermsSummary } from './terms-summary.tsx';
import { usePayment } from './use-payment.ts';

type OrderFormProps = {
  title: string;
  /** What is ordered, and its price. */
  children: ReactNode;
  /** More about it, below its button. */
  contents?: ReactNode;
  /** The total, repeated beside the button (art. L221-14). */
  total: ReactNode;
  /** What blocks the order, apart from the boxes; null when nothing does. */
  check: () => FormError | null;
  keep: () => void;
  openPage: () => Promise<{ url: string }>;
  onReturn: () => void;
  /** A way back beside « Valider la commande ». */
  wayBack: ReactNode;
};

type Refusal = { errors: readonly FormError[]; hint?: string };
const NO_REFUSAL: Refusal = { errors: [] };

/** An order to check, accept and pay: the recap of a pack, or the simulator. */
export function OrderForm(props: OrderFormProps) {
  const { title, children, contents, total, check, keep, openPage, onReturn, wayBack } = props;
  const navigate = useNavigate();
  const isAuthenticated = useIsAuthenticated();
  const [consents, setConsents] = useState(NO_CONSENT);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const { pay, isPaying } = usePayment({
    openPage,
    onReturn,
    onFailure: (error) => setRefusal({ errors: [{ message: NOT_OPENED }], hint: hintOf(error) }),
  });
  const missing = missingConsent(consents);

  function order() {
    const error = missingConsent(consents) ?? check();
    setRefusal(error === null ? NO_REFUSAL : { errors: [error] });
    if (error !== null || isPaying) return;
    keep();
    if (isAuthenticated) pay();
    else void navigate(paths.login);
  }

  return (
    <form
      className={`page ${styles.order}`}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        order();
      }}
    >
      <div className={styles.choice}>
        <h1>{title}</h1>
        {children}
      </div>
      <div className={styles.end}>
        <ConsentsField value={consents} onChange={setConsents} isRefused={refusal.errors.length > 0} />
        <FormErrors id="refus" errors={refusal.errors}>
          {refusal.hint}
        </FormErrors>
        <p id="engagement" className={styles.commitment}>
          {total}
        </p>
        <div className={styles.actions}>
          <Button
            type="submit"
            size="large"
            loading={isPaying}
            disabledReason={missing === null ? undefined : 'Cochez les deux cases pour valider.'}
            onInertClick={order}
            aria-describedby="engagement"
          >
            <span className={styles.validate}>
              Valider la commande
              <small> avec obligation de paiement</small>
            </span>
          </Button>
          {wayBack}
        </div>
        <p className={styles.next}>
          {isAuthenticated
            ? 'Vous paierez par carte sur la page sécurisée de notre prestataire de paiement.'
            : 'Il faudra d’abord vous connecter\u00A0: votre commande est enregistrée. Vous paierez ensuite par carte, sur une page sécurisée.'}
        </p>
        {contents}
      </div>
      <TermsSummary />
    </form>
  );
}

const NOT_OPENED = 'Une erreur est survenue lors de la création de la session de paiement.';

function hintOf(error: Error): string {
  const sentence = refusalSentence(error);
  const known = sentence !== null && sentence !== NOT_OPENED ? `${sentence} ` : '';
  return `${known}Rien n’a été débité et votre commande est enregistrée. Vous pouvez valider de nouveau.`;
}
