import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { expect, it } from 'vitest';
import { streetOf, townOf } from './address-label.ts';

const address = (properties: AddressFeature['properties']): AddressFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [2.3, 48.8] },
  properties,
});

it.each([
  [
    {
      label: '8 Boulevard du Port 95000 Cergy',
      postcode: '95000',
      city: 'Cergy',
      context: '95, Val-d’Oise, Île-de-France',
    },
    '8 Boulevard du Port',
    '95000 Cergy · Val-d’Oise',
  ],
  [
    { label: '20 Avenue de Ségur 75007 Paris', postcode: '75007', city: 'Paris', context: '75, Paris, Île-de-France' },
    '20 Avenue de Ségur',
    '75007 Paris',
  ],
  [
    { label: '8 la bodinière 85260 Montréverd', postcode: '85260', city: 'Montréverd', oldcity: 'Mormaison' },
    '8 la bodinière',
    '85260 Montréverd (Mormaison)',
  ],
  [{ label: 'Paris', city: 'Paris' }, 'Paris', 'Paris'],
  [{ label: 'Le Bourg' }, 'Le Bourg', ''],
])('splits %o', (...[properties, street, town]) => {
  expect([streetOf(address(properties)), townOf(address(properties))]).toEqual([street, town]);
});
