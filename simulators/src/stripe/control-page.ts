import { FAULTS, type Faults } from './faults.ts';
import { html, money, page, type Html } from './html.ts';
import type { Charge, Dispute, Refund, Session, StoredEvent } from './store.ts';
import { MODES, SIGNATURES, type WebhookSender } from './webhooks.ts';
import type { World } from './world.ts';

export type Control = { world: World; webhooks: WebhookSender; faults: Faults };

const SHOWN = 40;

/** The history, newest first, and the events that can be triggered. */
export function controlPage({ world, webhooks, faults }: Control): string {
  const sessions = world.store.all('checkout.session').toReversed().slice(0, SHOWN);
  const charges = world.store.all('charge').toReversed().slice(0, SHOWN);
  const events = world.store.all('event').toReversed().slice(0, SHOWN);
  const rest = [...world.store.all('refund'), ...world.store.all('dispute')].toReversed().slice(0, SHOWN);
  return page(
    'Paiements simulés : contrôle',
    html`<h1>Paiements simulés : contrôle</h1>
      ${deliverySection(webhooks.settings)} ${faultSection(faults)}
      ${table('Sessions', ['Session', 'Montant', 'État', 'Décider'], sessions.map(sessionRow))}
      ${table('Paiements', ['Paiement', 'Montant', 'État', 'Décider'], charges.map(chargeRow))}
      ${table('Remboursements et contestations', ['Objet', 'Montant', 'État', 'Décider'], rest.map(afterRow))}
      ${table('Notifications', ['Événement', 'Objet', 'Réponses du site', 'Renvoyer'], events.map(eventRow))}`,
    'large',
  );
}

function deliverySection({ url, mode }: Control['webhooks']['settings']): Html {
  const choices = Object.entries(MODES).map(
    ([name, meaning]) =>
      html`<label class="choice"
        ><input type="radio" name="mode" value="${name}" ${name === mode && { markup: 'checked' }} /> ${name} :
        ${meaning}</label
      > `,
  );
  return html`<section>
    <h2>Livraison des notifications</h2>
    <p>Vers <code>${url ?? 'nulle part'}</code></p>
    <form method="post" action="/stripe/controle/livraison">
      <fieldset>
        <legend>Les envoyer</legend>
        ${choices}
      </fieldset>
      <button>Appliquer</button>
    </form>
    <form method="post" action="/stripe/controle/liberer">
      <button class="second">Envoyer les notifications retenues, la dernière d’abord</button>
    </form>
  </section>`;
}

function faultSection(faults: string[]): Html {
  const options = Object.entries(FAULTS).map(
    ([name, meaning]) => html`<option value="${name}">${name} : ${meaning}</option>`,
  );
  return html`<section>
    <h2>Pannes des prochains appels du site</h2>
    <p>${faults.length === 0 ? 'Aucune en attente.' : `En attente : ${faults.join(', ')}.`}</p>
    <form method="post" action="/stripe/controle/pannes">
      <label for="panne">Panne</label
      ><select id="panne" name="panne">
        ${options}
      </select>
      <label for="nombre">Nombre d’appels</label
      ><input id="nombre" name="nombre" value="1" inputmode="numeric" /><button>Ajouter</button>
    </form>
  </section>`;
}

function sessionRow(session: Session): Html[] {
  const { id, status, payment_status: paid } = session;
  const processing = status === 'complete' && paid === 'unpaid';
  return [
    html`<code>${id}</code>${session.url && html`<br /><a href="${session.url}">Payer</a>`}`,
    html`${money(session.amount_total, session.currency)}`,
    html`${status}, ${paid}`,
    html`${status === 'open' && form(`sessions/${id}/expirer`, 'Expirer')}
    ${processing && form(`sessions/${id}/regler`, 'L’argent arrive', hidden('issue', 'succes'))}
    ${processing && form(`sessions/${id}/regler`, 'Le prélèvement échoue', hidden('issue', 'echec'))}`,
  ];
}

function chargeRow(charge: Charge): Html[] {
  const { id, currency } = charge;
  const left = charge.amount - charge.amount_refunded;
  const paid = charge.status === 'succeeded';
  const amount = html`<input name="amount" value="${left}" inputmode="numeric" aria-label="Centimes à rembourser" />`;
  return [
    html`<code>${id}</code>`,
    html`${money(charge.amount, currency)}${left < charge.amount && html`<br />remboursé ${money(charge.amount - left, currency)}`}`,
    html`${charge.status}${charge.disputed && ', contesté'}`,
    html`${paid && left > 0 && form(`paiements/${id}/rembourser`, 'Rembourser', amount)}
    ${paid && !charge.disputed && form(`paiements/${id}/contester`, 'Contester')}`,
  ];
}

function afterRow(object: Refund | Dispute): Html[] {
  const { id, amount, currency, status } = object;
  const actions =
    object.object === 'refund'
      ? status === 'succeeded' && form(`remboursements/${id}/echouer`, 'La banque le rejette')
      : status === 'needs_response' &&
        html`${form(`contestations/${id}/fermer`, 'Gagnée', hidden('issue', 'won'))}${form(`contestations/${id}/fermer`, 'Perdue', hidden('issue', 'lost'))}`;
  return [html`<code>${id}</code>`, html`${money(amount, currency)}`, html`${status}`, html`${actions}`];
}

function eventRow({ id, type, data, held, pending_webhooks: pending }: StoredEvent): Html[] {
  const copies = html`<input name="copies" value="1" inputmode="numeric" aria-label="Copies" />
    <select name="signature" aria-label="Signature">
      ${SIGNATURES.map((one) => html`<option>${one}</option>`)}
    </select>`;
  return [
    html`${type}<br /><code>${id}</code>`,
    html`<code>${data.object.id}</code>`,
    html`${held.attempts.map((status) => status || 'aucune').join(', ') || '—'}${pending > 0 && ', en attente'}`,
    form(`evenements/${id}/envoyer`, 'Renvoyer', copies),
  ];
}

function form(path: string, label: string, fields: Html | null = null): Html {
  return html`<form method="post" action="/stripe/controle/${path}">
    ${fields}<button class="second">${label}</button>
  </form>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function table(title: string, headings: string[], rows: Html[][]): Html {
  const cells = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${cell}</td>`)}
      </tr> `,
  );
  const body = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((one) => html`<th scope="col">${one}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${cells}
      </tbody>
    </table>
  </div>`;
  return html`<section>
    <h2>${title}</h2>
    ${rows.length > 0 ? body : html`<p>Rien encore.</p>`}
  </section>`;
}
