import { asksBilling, type BillingErrors, type BillingForm } from './billing.ts';
import { TEST_CARDS, type CardErrors, type CardForm } from './cards.ts';
import { html, money, page, type Html } from './html.ts';
import type { Session } from './store.ts';

/** Values shown again in the form after an attempt; never the card. */
export type Attempt = {
  email: string;
  card: CardForm;
  billing: BillingForm;
  errors: CardErrors & BillingErrors & { email?: string };
  /** The bank's reason, in French. */
  refusal: string | null;
};

const LABELS: Record<string, string> = {
  email: 'Adresse e-mail',
  number: 'Numéro de carte d’essai',
  expiry: 'Expire fin MM/AA',
  code: 'Cryptogramme',
  name: 'Titulaire',
  line1: 'Adresse de facturation',
  postal_code: 'Code postal',
  city: 'Ville',
};

/** The page of an open session: the order, a card form, a delayed-payment form, a link back. */
export function paymentPage(session: Session, attempt: Attempt): string {
  const action = `/stripe/pay/${session.id}`;
  const failed = attempt.refusal !== null || Object.keys(attempt.errors).length > 0;
  return page(
    `${failed ? 'Erreur : ' : ''}Paiement simulé, ${money(session.amount_total, session.currency)}`,
    html`<h1>Votre commande</h1>
      ${summary(session)} ${failed && errorSummary(attempt)}
      ${session.payment_method_types.includes('card') && cardForm(action, session, attempt)}
      ${session.payment_method_types.includes('sepa_debit') && delayedForm(action, session, attempt)}
      ${session.cancel_url && html`<p><a class="back" href="${session.cancel_url}">Annuler et revenir au site</a></p>`}`,
  );
}

function summary({ held, amount_total: total, currency }: Session): Html {
  const lines = held.lineItems.map(
    (item) =>
      html`<dt>${item.description}${(item.quantity ?? 1) > 1 && ` × ${item.quantity}`}</dt>
        <dd>${money(item.amount_total, item.currency)}</dd> `,
  );
  return html`<section aria-label="Détail de la commande">
    <dl>
      ${lines}
      <dt class="total">Total à payer</dt>
      <dd class="total">${money(total, currency)}</dd>
    </dl>
  </section>`;
}

function errorSummary({ errors, refusal }: Attempt): Html {
  const items = Object.entries(errors).map(
    ([name, message]) => html`<li><a href="#${name}">${LABELS[name]}</a> : ${message}</li>`,
  );
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
    <h2>Le paiement n’a pas été effectué</h2>
    ${refusal !== null && html`<p>${refusal} Vous pouvez essayer une autre carte.</p>`}
    ${
      items.length > 0 &&
      html`<ul>
        ${items}
      </ul>`
    }
  </div>`;
}

function cardForm(action: string, session: Session, attempt: Attempt): Html {
  const { card } = attempt;
  return html`<section aria-labelledby="par-carte">
    <h2 id="par-carte">Par carte</h2>
    <p>N’utilisez pas de vraie carte : seuls ces numéros d’essai sont acceptés.</p>
    <ul class="cards">
      ${TEST_CARDS.map((one) => html`<li><a href="${action}?carte=${one.number}#number">${grouped(one.number)}</a> : ${one.label}</li> `)}
    </ul>
    <form method="post" action="${action}" novalidate autocomplete="off">
      ${emailField(session, attempt)}
      ${field('number', grouped(card.number), attempt.errors.number, 'inputmode="numeric"')}
      <div class="pair">
        <div>${field('expiry', card.expiry, attempt.errors.expiry)}</div>
        <div>${field('code', card.code, attempt.errors.code, 'inputmode="numeric"')}</div>
      </div>
      ${field('name', card.name, attempt.errors.name)} ${asksBilling(session) && billingFields(attempt)}
      <button>Payer ${money(session.amount_total, session.currency)}</button>
    </form>
  </section>`;
}

function delayedForm(action: string, session: Session, attempt: Attempt): Html {
  return html`<section aria-labelledby="differe">
    <h2 id="differe">Paiement différé</h2>
    <p>Comme un prélèvement : la commande est prise, l’argent arrive plus tard, ou n’arrive pas.</p>
    <form method="post" action="${action}/differe" novalidate autocomplete="off">
      ${emailField(session, attempt, 'differe-')} ${asksBilling(session) && billingFields(attempt, 'differe-')}
      <label for="issue">Issue</label>
      <select id="issue" name="issue">
        <option value="succes">L’argent arrive après quelques secondes</option>
        <option value="echec">Le prélèvement échoue après quelques secondes</option>
        <option value="attente">Rien ne vient avant une décision sur la page de contrôle</option>
      </select>
      <button class="second">Payer plus tard ${money(session.amount_total, session.currency)}</button>
    </form>
  </section>`;
}

function billingFields({ billing, errors }: Attempt, prefix = ''): Html {
  return html`${field('line1', billing.line1, errors.line1, '', prefix)}
    <div class="pair">
      <div>${field('postal_code', billing.postal_code, errors.postal_code, 'inputmode="numeric"', prefix)}</div>
      <div>${field('city', billing.city, errors.city, '', prefix)}</div>
    </div>`;
}

/** The e-mail address given by the product cannot be changed. */
function emailField(session: Session, { email, errors }: Attempt, prefix = ''): Html {
  if (session.customer_email !== null) return html`<p>Reçu pour <strong>${session.customer_email}</strong></p>`;
  return field('email', email, errors.email, 'type="email"', prefix);
}

function field(...[name, value, error, extra = '', prefix = '']: [string, string, string?, string?, string?]): Html {
  const id = `${prefix}${name}`;
  const aria = error === undefined ? '' : `aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<label for="${id}">${LABELS[name]}</label>
    <input id="${id}" name="${name}" value="${value}" autocomplete="off" required ${{ markup: `${extra} ${aria}` }} />
    ${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}`;
}

/** The 3-D Secure step. */
export function authenticationPage(session: Session): string {
  return page(
    'Authentification simulée',
    html`<h1>Votre banque vous demande de confirmer</h1>
      <section>
        <p>
          Paiement de <strong>${money(session.amount_total, session.currency)}</strong>. C’est ici que votre banque
          enverrait un code ou une notification.
        </p>
        <form method="post" action="/stripe/pay/${session.id}/authentification">
          <button name="reponse" value="confirmer">Confirmer le paiement</button>
          <button class="second" name="reponse" value="refuser">Refuser</button>
        </form>
      </section>`,
  );
}

/** For a closed or unknown session. */
export function closedPage(session: Session | null, successUrl: string | null): string {
  if (session?.status === 'complete') {
    return page(
      'Commande déjà réglée',
      html`<h1>Cette commande est déjà réglée</h1>
        <p>Rien ne sera débité une seconde fois.</p>
        ${successUrl && html`<p><a class="back" href="${successUrl}">Revenir au site</a></p>`}`,
    );
  }
  return page(
    session ? 'Page de paiement expirée' : 'Page de paiement introuvable',
    html`<h1>${session ? 'Cette page de paiement a expiré' : 'Cette page de paiement n’existe pas'}</h1>
      <p>Recommencez la commande sur le site.</p>
      ${session?.cancel_url && html`<p><a class="back" href="${session.cancel_url}">Revenir au site</a></p>`}`,
  );
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
