import type { KeyMode } from './route.ts';

/** The value of a JSON, or a part of a URL, that is a live id. */
const LIVE_ID = /(?<=["/])([a-z]{3})_(?=\d|[\da-f]{32})/g;
const LIVE_REFERENCE = /(?<=["/])ERP-(?=\d{4}-)/g;
type Marked = { mode: string; specimen: boolean };

/** A live example as a call in that mode gives it: what a test makes is a specimen, and its ids and reference say so. */
export function inMode<T extends object>(mode: KeyMode, example: T): T {
  if (mode === 'live') return example;
  const written = JSON.stringify(example).replaceAll(LIVE_ID, '$1_test_').replaceAll(LIVE_REFERENCE, 'TEST-');
  return JSON.parse(written, (key, value: unknown) => OF_A_TEST[key as keyof Marked] ?? value) as T;
}

const OF_A_TEST: Partial<Marked> = { mode: 'test', specimen: true };

/** Examples of API v3's document. Fictitious. */
export const BALANCE = {
  mode: 'live',
  credits: 4,
  credits_reserved: 0,
  packs: [
    {
      name: 'Pack 5 crédits',
      credits_bought: 5,
      credits_left: 4,
      purchased_at: '2026-11-02T09:14:07.000Z',
      expires_at: null,
    },
  ],
};
export const ADDRESS = {
  label: '4 Rue des Lilas 95190 Goussainville',
  kind: 'housenumber',
  score: 0.97,
  longitude: 2.4745,
  latitude: 49.0325,
  postcode: '95190',
  commune: { insee_code: '95280', name: 'Goussainville' },
  former_commune: null,
};
export const PARCEL = {
  code: '000-AB-0001@95280',
  commune: { insee_code: '95280', name: 'Goussainville' },
  area_square_metres: 612,
  distance_metres: 0,
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [2.4743, 49.0324],
          [2.4747, 49.0324],
          [2.4747, 49.0326],
          [2.4743, 49.0324],
        ],
      ],
    ],
  },
};
export const STATEMENT = {
  id: 'stm_123',
  mode: 'live',
  status: 'issued',
  reference: 'ERP-2026-000123',
  created_at: '2026-11-23T09:14:05.000Z',
  issued_at: '2026-11-23T09:14:07.000Z',
  renewed_at: null,
  valid_until: '2027-05-21',
  specimen: false,
  transaction: 'sale',
  address: '4 Rue des Lilas 95190 Goussainville',
  confirmed_address: '4 Rue des Lilas 95190 Goussainville',
  parcels: ['000-AB-0001@95280'],
  commune: { insee_code: '95280', name: 'Goussainville' },
  parties: { owner: 'Mme Durand', recipient: 'M. Martin' },
  document: {
    url: 'https://clairisque.fr/api/v3/statements/stm_123/document.pdf',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    handover_url: 'https://clairisque.fr/api/v3/statements/stm_123/document.pdf?extent=short',
  },
  verification_url: 'https://clairisque.fr/verification/ERP-2026-000123',
  metadata: { file: 'A-12' },
  failure: null,
};
export const PROBLEM = {
  type: 'https://clairisque.fr/developpeurs/erreurs#no_credit',
  title: 'The account has no credit left.',
  status: 402,
  code: 'no_credit',
  detail: 'Il ne vous reste aucun crédit.',
  instance: '/api/v3/statements',
  request_id: 'k3v9x2m7q1',
};
