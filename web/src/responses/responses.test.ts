import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Route } from '@clairisque/contract/common/route.ts';
import { describe, expect, it } from 'vitest';
import { ApiFailure, readAnswer } from '#lib/api.ts';
import * as accounts from './accounts.ts';
import * as credits from './credits.ts';
import * as places from './places.ts';
import * as profile from './profile.ts';
import * as statements from './statements.ts';
import * as statistics from './statistics.ts';

const READERS: Record<string, Route> = {
  ...accounts,
  ...credits,
  ...places,
  ...profile,
  ...statistics,
  createStatement: statements.createStatement,
  generateStatement: statements.generateStatement,
  listStatements: statements.listStatements,
  renewStatement: statements.renewStatement,
};

const NO_PROFILE = {
  nom: null,
  prenom: null,
  telephone: null,
  statut: 'PAR',
  nomSociete: null,
  siren: null,
  adresse: null,
  avis_courriel: true,
  rappels_echeance: true,
  nb_echeances: 0,
  nb_a_completer: 0,
};
const RING = [
  [2.33, 48.86],
  [2.34, 48.86],
  [2.34, 48.87],
  [2.33, 48.86],
];
const SHAPE = { type: 'MultiPolygon', coordinates: [[RING]] };
const PARCEL = { prefixe: '000', section: 'AB', numero: '0012' };
const READ_PARCEL = { ...PARCEL, multiPolygon: SHAPE, commune: '', nom_commune: '', contenance: null, distance: 0 };
const READ_ITEM = {
  id: 12,
  adresse: '',
  type: 'Vente',
  destinataires: '',
  date0: '',
  date_expiration_regeneration: null,
  nb_regenerations: 0,
  peut_regenerer: false,
  jours_restants_regeneration: 0,
  derniere_regeneration: null,
  statut_regeneration: '',
};
const RETIRED = { formule: '', produits: '', date_d_achat: null, date_de_peremption: null, statut: '' };
const BILL = { numero_facture: 'F-1', pdf_a_telecharger: 'a1', produit: '5 crédits', date0: '2026-11-20' };
const EMPTY_BILL = { numero_facture: '', pdf_a_telecharger: null, produit: '', date0: '', montant: null };

/** The call, the status and body of a looser server, and what the application reads; null: the call fails. */
const TABLE: [call: string, status: number, body: unknown, read: unknown][] = [
  ['signUp', 200, {}, null],
  ['signUp', 204, null, null],
  ['activate', 200, { detail: 'ok' }, null],
  ['resetPassword', 202, null, null],
  ['resetPasswordConfirm', 200, {}, null],
  ['setPassword', 200, {}, null],
  ['deleteMe', 200, {}, null],
  ['login', 200, { auth_token: 'abc', user: 3 }, { auth_token: 'abc' }],
  ['login', 201, { auth_token: 'abc' }, { auth_token: 'abc' }],
  ['login', 200, { auth_token: '' }, 'refused'],
  ['login', 200, {}, 'refused'],
  ['me', 200, { id: 3, username: 'a@exemple.fr' }, { username: 'a@exemple.fr' }],
  ['me', 200, { username: 'a@exemple.fr' }, { username: 'a@exemple.fr' }],
  ['me', 200, { id: 3 }, 'refused'],
  ['userData', 200, { nb_credits: 3 }, { nb_credits: 3, ...NO_PROFILE }],
  ['userData', 200, { nb_credits: '3' }, { nb_credits: 3, ...NO_PROFILE }],
  [
    'userData',
    200,
    { nb_credits: 0, nom: 'Petit', telephone: 123456789, statut: 'ADMIN', avis_courriel: 'oui' },
    { nb_credits: 0, ...NO_PROFILE, nom: 'Petit', telephone: '123456789' },
  ],
  ['userData', 200, { nom: 'Petit' }, 'refused'],
  ['userData', 200, null, 'refused'],
  ['updateUserData', 200, { nom: 'Petit', telephone: null }, { nom: 'Petit', telephone: null }],
  ['updateUserData', 200, { nb_credits: '2', statut: 'ADMIN' }, { nb_credits: 2 }],
  ['updateUserData', 204, null, {}],
  ['adminData', 200, { nb_erps_total: 12 }, { nb_erps_total: 12 }],
  ['adminData', 200, { nb_erps_total: '12', nb_users: 3 }, { nb_erps_total: 12 }],
  ['adminData', 200, {}, 'refused'],
  ['nearbyParcels', 200, [{ ...PARCEL, multiPolygon: SHAPE }], [READ_PARCEL]],
  ['nearbyParcels', 201, [{ ...PARCEL, multiPolygon: SHAPE, distance: '4.5' }], [{ ...READ_PARCEL, distance: 4.5 }]],
  ['nearbyParcels', 200, [{ ...PARCEL, multiPolygon: { type: 'Polygon', coordinates: [RING] } }], [READ_PARCEL]],
  ['nearbyParcels', 200, [{ ...PARCEL, multiPolygon: [[RING.map((point) => [...point, 35])]] }], [READ_PARCEL]],
  [
    'nearbyParcels',
    200,
    [{ ...PARCEL, numero: 12 }],
    [{ ...READ_PARCEL, numero: '12', multiPolygon: { type: 'MultiPolygon', coordinates: [] } }],
  ],
  ['nearbyParcels', 200, [], []],
  ['nearbyParcels', 200, [{ prefixe: '000' }], 'refused'],
  [
    'searchAddresses',
    200,
    { features: [{ geometry: { coordinates: [2.33, 48.87] }, properties: { label: '1 Rue de la Paix' } }] },
    {
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [2.33, 48.87] },
          properties: { label: '1 Rue de la Paix' },
        },
      ],
    },
  ],
  ['searchAddresses', 200, { features: [] }, { features: [] }],
  [
    'reverseAddress',
    200,
    { features: [{ properties: { label: 'Ici' } }] },
    { features: [{ properties: { label: 'Ici' } }] },
  ],
  ['createStatement', 200, { erp_id: 12 }, { erp_id: 12 }],
  ['createStatement', 201, { erp_id: '12', statut: 'brouillon' }, { erp_id: 12 }],
  ['createStatement', 201, {}, 'refused'],
  ['generateStatement', 200, {}, { date_expiration: null }],
  ['generateStatement', 202, null, { date_expiration: null }],
  ['generateStatement', 204, null, { date_expiration: null }],
  ['listStatements', 200, [{ id: 12 }], [READ_ITEM]],
  ['listStatements', 206, [{ id: '12', nb_regenerations: '1' }], [{ ...READ_ITEM, nb_regenerations: 1 }]],
  ['listStatements', 200, [{ id: 12, type: 'vente', date0: null, commune: 3 }], [{ ...READ_ITEM, commune: '3' }]],
  ['listStatements', 200, [{ adresse: 'ici' }], 'refused'],
  ['renewStatement', 200, {}, { changements: [] }],
  ['renewStatement', 204, null, { changements: [] }],
  ['renewStatement', 200, { nb_regenerations: '1' }, { nb_regenerations: 1, changements: [] }],
  ['myCreditPacks', 200, [{}], [{ ...RETIRED, nb_restants: null, nb_consommes: null }]],
  ['myCreditPacks', 200, [{ nb_restants: '4', nb_consommes: 1 }], [{ ...RETIRED, nb_restants: 4, nb_consommes: 1 }]],
  ['myCreditPacks', 200, { detail: 'non' }, 'refused'],
  ['simulatePrice', 200, { prix: 7.9 }, { prix: 7.9 }],
  ['simulatePrice', 201, { prix: '7.90' }, { prix: 7.9 }],
  ['simulatePrice', 200, { prix: '7,90' }, { prix: 7.9 }],
  ['simulatePrice', 200, { prix: 'gratuit' }, 'refused'],
  ['simulatePrice', 200, { prix: '' }, 'refused'],
  ['myInvoices', 200, [{ ...BILL, montant: '15.00' }], [{ ...BILL, montant: 15 }]],
  [
    'myInvoices',
    200,
    [{ ...BILL, pdf_a_telecharger: 7, montant: '15,00' }],
    [{ ...BILL, pdf_a_telecharger: '7', montant: 15 }],
  ],
  ['myInvoices', 200, [{ pdf_a_telecharger: null, montant: '' }], [EMPTY_BILL]],
  ['invoiceUrl', 200, { url: '/media/F-1.pdf' }, { url: '/media/F-1.pdf' }],
  ['invoiceUrl', 200, {}, 'refused'],
  ['logo', 200, {}, { logo_url: null }],
  ['logo', 200, { logo_url: '' }, { logo_url: null }],
  ['logo', 200, { logo_url: '/media/logo.png' }, { logo_url: '/media/logo.png' }],
  ['uploadLogo', 201, { message: 'Reçu' }, { message: 'Reçu', logo_url: null }],
  ['uploadLogo', 200, { logo_url: 'media/logo.png' }, { message: '', logo_url: 'media/logo.png' }],
  ['uploadLogo', 204, null, { message: '', logo_url: null }],
  ['deleteLogo', 204, null, { message: '' }],
  ['deleteLogo', 200, { message: 'Adieu' }, { message: 'Adieu' }],
  ['buyPack', 201, { url: 'https://pay.example/1', id: 'cs_1' }, { url: 'https://pay.example/1' }],
  ['buyPack', 200, { url: '/paiement/1' }, { url: '/paiement/1' }],
  ['buyPack', 200, {}, 'refused'],
  ['buyBespoke', 200, { url: '/paiement/1' }, { url: '/paiement/1' }],
];

function readBy(name: string, status: number, body: unknown): unknown {
  const route = READERS[name];
  if (route === undefined) throw new Error(`no reader ${name}`);
  try {
    return readAnswer(route, status, status === 204 ? '' : JSON.stringify(body));
  } catch (error) {
    if (error instanceof ApiFailure) return 'refused';
    throw error;
  }
}

describe('responses of a less strict server → parsed values', () => {
  it.each(TABLE)('%s %i %j → %j', (...[name, status, body, read]) => {
    expect(readBy(name, status, body)).toEqual(read);
  });

  it('every parser has cases, and none accepts an error as a success', () => {
    expect(new Set(TABLE.map(([name]) => name))).toEqual(new Set(Object.keys(READERS)));
    const successes = TABLE.filter(([, , , read]) => read !== 'refused');
    for (const [name, , body] of successes)
      for (const status of [304, 400, 500]) expect(readBy(name, status, body)).toBe('refused');
  });

  it('no screen reads one of these calls by the strict contract', () => {
    const web = `${import.meta.dirname}/..`;
    const files = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['responses/**'] });
    const strict = files.flatMap((file) => {
      const imports = /import (?!type)\{([^}]*)\} from '@clairisque\/contract\//g;
      const names = [...readFileSync(`${web}/${file}`, 'utf8').matchAll(imports)].flatMap(([, list = '']) =>
        list.split(','),
      );
      return names
        .filter((name) => Object.hasOwn(READERS, name.trim()))
        .map((name) => `${basename(file)}: ${name.trim()}`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(strict).toEqual([]);
  });
});
