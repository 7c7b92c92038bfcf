import { handoverKey, invoiceKey } from '@clairisque/contract/common/v3.ts';
import type { Owned } from './owned.ts';
import { PASSWORD } from './passwords.ts';

/** A path and an optional body. */
type Named = { path: string; body?: unknown };
/**
 * Protection of a call of the contract:
 * - `everybody`: it shows no data of an account;
 * - `caller`: it takes no object id, and touches the caller's own data only;
 * - `owned`: it takes an object id, which does not exist for other accounts;
 * - `secret`: the bearer of its unguessable URL may call it.
 */
type Row = 'everybody' | 'caller' | { owned: (its: Owned) => Named } | { secret: (its: Owned) => Named };

const ofStatement = (path: string, body?: unknown): Row => ({
  owned: ({ statementId }) => ({ path: path.replace('ID', String(statementId)), body }),
});
/** Calls of API v3. */
const ofStatementV3 = (path = '', body?: unknown): Row => ({
  owned: ({ statementId }) => ({ path: `/api/v3/statements/stm_${statementId}${path}`, body }),
});
const ofBatch = (path = '', body?: unknown): Row => ({
  owned: ({ batchId }) => ({ path: `/api/v3/batches/bat_${batchId}${path}`, body }),
});
const ofEndpoint = (path = '', body?: unknown): Row => ({
  owned: ({ webhookId, deliveryId }) => ({
    path: `/api/v3/webhook_endpoints/${webhookId}${path.replace('DELIVERY', deliveryId)}`,
    body,
  }),
});
const DECLARATIONS = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

/** Every call of the contract has a row: `authorization.test.ts` fails for a new one without. */
export const MATRIX: Record<string, Row> = {
  'POST /api/v2/users/': 'everybody',
  'POST /api/v2/users/activation/': 'everybody',
  'POST /api/v2/users/resend_activation/': 'everybody',
  'POST /api/v2/token/login/': 'everybody',
  'POST /api/v2/token/logout/': 'caller',
  'GET /api/v2/users/me/': 'caller',
  'DELETE /api/v2/users/me/': 'caller',
  'POST /api/v2/users/set_password/': 'caller',
  'GET /api/v2/user/sessions/': 'caller',
  'DELETE /api/v2/user/sessions/autres/': 'caller',
  'DELETE /api/v2/user/sessions/:session_id/': {
    owned: ({ otherSessionId }) => ({
      path: `/api/v2/user/sessions/${otherSessionId}/`,
      body: { current_password: PASSWORD },
    }),
  },
  'POST /api/v2/users/reset_password/': 'everybody',
  'POST /api/v2/users/reset_password_confirm/': 'everybody',
  'GET /geocodage/search': 'everybody',
  'GET /geocodage/reverse': 'everybody',
  'GET /tuiles/:couche/:z/:x/:y': 'everybody',
  'POST /api/v2/cadastre/proximite/:longitude/:latitude/': 'everybody',
  'GET /api/v2/cadastre/parcelle/': 'everybody',
  'GET /api/v2/cadastre/parcelles/': 'everybody',
  'GET /api/v2/cadastre/carreau/:x/:y/': 'everybody',
  'GET /api/v2/apercu/:code_parcelle/': 'everybody',
  'GET /api/v2/apercu/': 'everybody',
  'GET /api/v2/apercu/zonages/': 'everybody',
  'GET /api/v2/cadastre/adresse/:code_parcelle/': 'everybody',
  'GET /api/v2/cadastre/pieces-plans/:code_parcelle/': 'caller',
  'GET /api/v2/admin/data/': 'everybody',
  'GET /api/v2/statut/': 'everybody',
  'GET /api/v2/editeur/': 'everybody',
  'GET /api/v2/cgv/pdf/': 'everybody',
  'GET /api/v2/cgv/:empreinte/pdf/': 'everybody',
  'GET /api/v2/conditions/me/': 'caller',
  'POST /api/v2/inscription/refus/': 'everybody',
  'POST /api/v2/inscription/brouillon/': 'everybody',
  'POST /api/v2/inscription/attente/': 'everybody',
  'POST /api/v2/audience/': 'everybody',
  'POST /api/v2/incidents/': 'everybody',
  'GET /api/v2/verification/:reference/': 'everybody',
  'GET /.well-known/clairisque-keys.json': 'everybody',
  'POST /api/v2/stripe/webhook/': 'everybody',
  'GET /api/v2/user_data/me/': 'caller',
  'PATCH /api/v2/user_data/me/update/': 'caller',
  'GET /api/v2/user/agenda/': 'caller',
  'POST /api/v2/user/agenda/': 'caller',
  'POST /api/v2/desabonnement/:jeton/': { secret: ({ unsubscribePath: path }) => ({ path }) },
  'GET /api/v2/desabonnement/:jeton/': 'everybody',
  'GET /api/v2/desabonnement/:jeton/choix/': { secret: ({ unsubscribePath: path }) => ({ path: `${path}choix/` }) },
  'PUT /api/v2/desabonnement/:jeton/choix/': {
    secret: ({ unsubscribePath: path }) => ({ path: `${path}choix/`, body: { recus: true } }),
  },
  'GET /agenda/:fichier': { secret: ({ calendarPath: path }) => ({ path }) },
  'GET /api/v2/user/logo/get/': 'caller',
  'POST /api/v2/user/logo/upload/': 'caller',
  'DELETE /api/v2/user/logo/delete/': 'caller',
  'GET /api/v2/user/logo/image/:jeton/': { secret: ({ logoPath: path }) => ({ path }) },
  'GET /api/v2/solde/me/': 'caller',
  'POST /api/v2/solde/simulator/': 'everybody',
  'POST /api/v2/stripe/consents/': 'caller',
  'POST /api/v2/stripe/create/session/:code/': 'caller',
  'POST /api/v2/stripe/create/session/PAS/': 'caller',
  'GET /api/v2/stripe/session/:session_id/': {
    owned: ({ sessionId }) => ({ path: `/api/v2/stripe/session/${sessionId}/` }),
  },
  'GET /api/v2/facture/me/': 'caller',
  'GET /api/v2/facture/export/': 'caller',
  'GET /api/v2/facture/generate_url/:pdf_a_telecharger/': {
    owned: ({ invoiceName }) => ({ path: `/api/v2/facture/generate_url/${invoiceName}/` }),
  },
  'GET /api/v2/facture/pdf/:pdf_a_telecharger/': { secret: ({ invoicePath: path }) => ({ path }) },
  'GET /api/v2/retractation/me/': 'caller',
  'POST /api/v2/retractation/:commande/': {
    owned: ({ orderId }) => ({ path: `/api/v2/retractation/${orderId}/`, body: { nom: 'Essai' } }),
  },
  'POST /api/v2/erp/me/create/': 'caller',
  'GET /api/v2/erp/me/brouillon/': 'caller',
  'PUT /api/v2/erp/me/brouillon/': 'caller',
  'DELETE /api/v2/erp/me/brouillon/': 'caller',
  'PUT /api/v2/erp/me/id/:erp_id/declarations/': {
    owned: ({ draftId }) => ({ path: `/api/v2/erp/me/id/${draftId}/declarations/`, body: DECLARATIONS }),
  },
  'PATCH /api/v2/erp/me/id/generate/:erp_id/': ofStatement('/api/v2/erp/me/id/generate/ID/'),
  'GET /api/v2/erp/me/id/:erp_id/progression/': ofStatement('/api/v2/erp/me/id/ID/progression/'),
  'GET /api/v2/download_pdf_proxy/:erp_id/': ofStatement('/api/v2/download_pdf_proxy/ID/'),
  'GET /api/v2/erps/with-regeneration/': 'caller',
  'PATCH /api/v2/erp/:id/regenerate/': ofStatement('/api/v2/erp/ID/regenerate/'),
  'PUT /api/v2/erp/:id/conclusion/': ofStatement('/api/v2/erp/ID/conclusion/', { conclu: false }),
  'GET /api/v2/erp/:erp_id/editions/': ofStatement('/api/v2/erp/ID/editions/'),
  'GET /api/v2/erp/:erp_id/document/': ofStatement('/api/v2/erp/ID/document/'),
  'GET /api/v2/erp/:erp_id/suite/': ofStatement('/api/v2/erp/ID/suite/'),
  'GET /api/v2/erp/:erp_id/pieces/:fichier/': ofStatement('/api/v2/erp/ID/pieces/etat-des-risques.json/'),
  'GET /api/v2/erp/:erp_id/facts/': ofStatement('/api/v2/erp/ID/facts/'),
  'GET /api/v2/erps/export/': 'caller',
  'GET /api/v2/erp/:erp_id/remises/': ofStatement('/api/v2/erp/ID/remises/'),
  'POST /api/v2/erp/:erp_id/remises/': ofStatement('/api/v2/erp/ID/remises/', { libelle: 'Essai' }),
  'POST /api/v2/erp/:erp_id/remises/envois/': ofStatement('/api/v2/erp/ID/remises/envois/', {
    envoi: '00000000-0000-4000-8000-000000000001',
    destinataires: [{ email: 'durand@exemple.fr' }],
  }),
  'GET /api/v2/remises/recepisse/:recu_id/': {
    owned: ({ receiptId }) => ({ path: `/api/v2/remises/recepisse/${receiptId}/` }),
  },
  'GET /api/v2/remise/:jeton/': { secret: ({ handoverPath: path }) => ({ path }) },
  'GET /api/v2/remise/:jeton/etat/': {
    secret: ({ handoverPath, acknowledgement }) => ({ path: `${handoverPath}etat/?recu=${acknowledgement}` }),
  },
  'POST /api/v2/remise/:jeton/recu/': {
    secret: ({ handoverPath }) => ({
      path: `${handoverPath}recu/`,
      body: { nom: 'Visiteur', email: 'visiteur@exemple.fr', recu: true },
    }),
  },
  'GET /api/v2/remise/:jeton/document/': {
    secret: ({ handoverPath, acknowledgement }) => ({ path: `${handoverPath}document/?recu=${acknowledgement}` }),
  },
  'GET /api/v2/erp/:erp_id/signatures/': ofStatement('/api/v2/erp/ID/signatures/'),
  'PUT /api/v2/erp/:erp_id/signatures/': ofStatement('/api/v2/erp/ID/signatures/', { acte: null }),
  'GET /api/v2/erps/controles/': 'caller',
  'POST /api/v2/erps/controles/': 'caller',
  'GET /api/v2/erp/:erp_id/controles/': ofStatement('/api/v2/erp/ID/controles/'),
  'POST /api/v2/erp/:erp_id/controles/': ofStatement('/api/v2/erp/ID/controles/'),
  'GET /api/v2/erp/:erp_id/controles/:controle_id/attestation/': {
    owned: ({ statementId, checkId }) => ({ path: `/api/v2/erp/${statementId}/controles/${checkId}/attestation/` }),
  },
  'GET /api/v2/erp/:erp_id/chronologie/': ofStatement('/api/v2/erp/ID/chronologie/'),
  'POST /api/v2/verification/:reference/controle/': 'everybody',
  'GET /api/v2/verification/:reference/controle/': 'everybody',
  'GET /api/v2/verification/:reference/preuve/': 'everybody',
  'GET /api/v2/verification/attestation/:reference/': 'everybody',
  'GET /api/v2/verification/attestation/:reference/pdf/': 'everybody',
  'POST /api/v2/remise/:jeton/controle/': { secret: ({ handoverPath }) => ({ path: `${handoverPath}controle/` }) },
  'GET /api/v2/statut/racines/': 'everybody',
  'GET /racines.txt': 'everybody',
  'GET /api/v2/erp/:erp_id/questions/': ofStatement('/api/v2/erp/ID/questions/'),
  'PUT /api/v2/erp/:erp_id/questions/reponses/': ofStatement('/api/v2/erp/ID/questions/reponses/', {
    reponses: [{ question: 'signature.lieu', valeur: 'Senlis' }],
  }),
  'POST /api/v2/erp/:erp_id/completer/': ofStatement('/api/v2/erp/ID/completer/'),
  'GET /api/v2/erp/:erp_id/demandes/': ofStatement('/api/v2/erp/ID/demandes/'),
  'POST /api/v2/erp/:erp_id/demandes/': ofStatement('/api/v2/erp/ID/demandes/', { libelle: 'Essai' }),
  'GET /api/v2/reponses/:jeton/': { secret: ({ questionsPath: path }) => ({ path }) },
  'PUT /api/v2/reponses/:jeton/reponses/': {
    secret: ({ questionsPath }) => ({
      path: `${questionsPath}reponses/`,
      body: { reponses: [{ question: 'signature.lieu', valeur: 'Senlis' }] },
    }),
  },
  'POST /api/v2/reponses/:jeton/certification/': {
    secret: ({ questionsPath }) => ({
      path: `${questionsPath}certification/`,
      body: { nom: 'Visiteur', email: 'visiteur@exemple.fr', version: 1, certifie: true },
    }),
  },
  'POST /api/v2/demandes/:demande_id/decision/': {
    owned: ({ answerRequestId }) => ({
      path: `/api/v2/demandes/${answerRequestId}/decision/`,
      body: { accepte: false },
    }),
  },
  'GET /api/v3/api_keys': 'caller',
  'POST /api/v3/api_keys': 'caller',
  'POST /api/v3/api_keys/:key_id/rotations': {
    owned: ({ keyId }) => ({
      path: `/api/v3/api_keys/${keyId}/rotations`,
      body: { overlap_hours: 24, current_password: PASSWORD },
    }),
  },
  'POST /api/v2/developpeurs/essai/cle/': 'everybody',
  'GET /api/v3/openapi.json': 'everybody',
  'GET /api/v3/collection.json': 'everybody',
  'GET /api/v3/balance': 'caller',
  'GET /api/v3/addresses': 'caller',
  'GET /api/v3/parcels': 'caller',
  'GET /api/v3/statements': 'caller',
  'POST /api/v3/statements': 'caller',
  'POST /api/v3/assessments': 'caller',
  'POST /mcp': 'caller',
  'GET /api/v3/statements/:statement_id': ofStatementV3(),
  'GET /api/v3/statements/:statement_id/document.pdf': ofStatementV3('/document.pdf'),
  'GET /api/v3/statements/:statement_id/facts.json': ofStatementV3('/facts.json'),
  'GET /api/v3/statements/:statement_id/map.geojson': ofStatementV3('/map.geojson'),
  'POST /api/v3/batches': 'caller',
  'POST /api/v3/batches/csv': 'caller',
  'POST /api/v3/batches/columns': 'caller',
  'GET /api/v3/batches': 'caller',
  'GET /api/v3/batches/:batch_id': ofBatch(),
  'GET /api/v3/batches/:batch_id/rows': ofBatch('/rows'),
  'GET /api/v3/batches/:batch_id/progress': ofBatch('/progress'),
  'GET /api/v3/batches/:batch_id/results.csv': ofBatch('/results.csv'),
  'GET /api/v3/batches/:batch_id/to_correct.csv': ofBatch('/to_correct.csv'),
  'GET /api/v3/batches/:batch_id/results.geojson': ofBatch('/results.geojson'),
  'GET /api/v3/batches/:batch_id/documents.zip': ofBatch('/documents.zip'),
  'POST /api/v3/batches/:batch_id/start': ofBatch('/start'),
  'POST /api/v3/batches/:batch_id/rows/:row/choice': ofBatch('/rows/1/choice', { candidate: 'Ailleurs' }),
  'PATCH /api/v3/batches/:batch_id/rows/:row': ofBatch('/rows/1', { owner: 'Autre' }),
  'POST /api/v3/batches/:batch_id/rows/:row/leave_out': ofBatch('/rows/1/leave_out'),
  'POST /api/v3/batches/:batch_id/rows/:row/take_back': ofBatch('/rows/1/take_back'),
  'POST /api/v3/batches/:batch_id/cancel': ofBatch('/cancel'),
  'POST /api/v3/statements/:statement_id/renewals': ofStatementV3('/renewals'),
  'PATCH /api/v3/statements/:statement_id': ofStatementV3('', { deed: null }),
  'POST /api/v3/checks': 'caller',
  'POST /api/v3/checks/planned': 'caller',
  'GET /api/v3/checks': 'caller',
  'POST /api/v3/statements/:statement_id/checks': ofStatementV3('/checks'),
  'GET /api/v3/statements/:statement_id/checks': ofStatementV3('/checks'),
  'GET /api/v3/statements/:statement_id/questions': ofStatementV3('/questions'),
  'POST /api/v3/statements/:statement_id/answers': ofStatementV3('/answers', {
    answers: [{ question: 'signature.lieu', value: 'Senlis' }],
    complete: false,
  }),
  'GET /api/v3/statements/:statement_id/answer_requests': ofStatementV3('/answer_requests'),
  'POST /api/v3/statements/:statement_id/answer_requests': ofStatementV3('/answer_requests', { label: 'Étude' }),
  'GET /api/v3/statements/:statement_id/handovers': ofStatementV3('/handovers'),
  'POST /api/v3/statements/:statement_id/handovers': ofStatementV3('/handovers', { label: 'Étude' }),
  'GET /api/v3/statements/:statement_id/handovers/:handover_id': {
    owned: ({ statementId, handoverId }) => ({
      path: `/api/v3/statements/stm_${statementId}/handovers/${handoverKey(handoverId, 'live')}`,
    }),
  },
  'POST /api/v3/statements/:statement_id/handovers/:handover_id/revoke': {
    owned: ({ statementId, handoverId }) => ({
      path: `/api/v3/statements/stm_${statementId}/handovers/${handoverKey(handoverId, 'live')}/revoke`,
    }),
  },
  'GET /api/v3/invoices': 'caller',
  'GET /api/v3/invoices/:invoice_id': {
    owned: ({ invoiceName }) => ({ path: `/api/v3/invoices/${invoiceKey(invoiceName, 'live')}` }),
  },
  'GET /api/v3/invoices/:invoice_id/document.pdf': {
    owned: ({ invoiceName }) => ({ path: `/api/v3/invoices/${invoiceKey(invoiceName, 'live')}/document.pdf` }),
  },
  'GET /api/v3/events': 'caller',
  'GET /api/v3/webhook_endpoints': 'caller',
  'POST /api/v3/webhook_endpoints': 'caller',
  'GET /api/v3/webhook_endpoints/:endpoint_id': ofEndpoint(),
  'PATCH /api/v3/webhook_endpoints/:endpoint_id': ofEndpoint('', { events: ['statement.issued'] }),
  'POST /api/v3/webhook_endpoints/:endpoint_id/secret_rotations': ofEndpoint('/secret_rotations', {}),
  'POST /api/v3/webhook_endpoints/:endpoint_id/tests': ofEndpoint('/tests'),
  'GET /api/v3/webhook_endpoints/:endpoint_id/deliveries': ofEndpoint('/deliveries'),
  'POST /api/v3/webhook_endpoints/:endpoint_id/deliveries/:delivery_id/replays':
    ofEndpoint('/deliveries/DELIVERY/replays'),
  // Last: the owner's own calls end the webhook, the key and the link.
  'DELETE /api/v3/webhook_endpoints/:endpoint_id': {
    owned: ({ otherWebhookId: id }) => ({ path: `/api/v3/webhook_endpoints/${id}` }),
  },
  'DELETE /api/v3/api_keys/:key_id': { owned: ({ keyId }) => ({ path: `/api/v3/api_keys/${keyId}` }) },
  'DELETE /api/v2/demandes/:demande_id/': {
    owned: ({ answerRequestId }) => ({ path: `/api/v2/demandes/${answerRequestId}/` }),
  },
  'DELETE /api/v2/remises/:lien_id/': { owned: ({ handoverId }) => ({ path: `/api/v2/remises/${handoverId}/` }) },
};

export function rowsOf(kind: 'owned' | 'secret'): [key: string, named: (its: Owned) => Named][] {
  return Object.entries(MATRIX).flatMap(([key, row]) => {
    if (typeof row !== 'object') return [];
    const named = kind === 'owned' ? 'owned' in row && row.owned : 'secret' in row && row.secret;
    return named ? [[key, named]] : [];
  });
}
