import { expect, it } from 'vitest';
import { ListedStatement } from '#responses/statements.ts';
import { toRow } from './statement-row.ts';
import { statementsTable } from './statements-table.ts';

const rowOf = (more: object) =>
  toRow(ListedStatement.parse({ id: 7, adresse: '4 Rue "du" Port', date0: '2026-06-01', ...more }), '2026-11-28');

it('rows → a French table: quoted cells, days, state; a cell that a spreadsheet would compute is text', () => {
  const renewed = {
    nb_regenerations: 1,
    derniere_regeneration: '2026-11-20',
    date_expiration_regeneration: '2027-05-19',
  };
  const lines = statementsTable([
    rowOf({
      reference: 'ERP-2026-000007',
      destinataires: '=1+1',
      parcelles: ['000-AB-0012@48095', '000-AB-0013@48095'],
    }),
    rowOf({
      ...renewed,
      conclu: true,
      signature_prevue: '2027-03-12',
      verification: { etat: 'inchange', le: '2027-03-10T05:00:00Z' },
    }),
  ]).split('\r\n');
  expect(lines[0]?.startsWith('\uFEFF"Numéro";')).toBe(true);
  expect(lines[1]).toBe(
    '"7";"ERP-2026-000007";"4 Rue ""du"" Port";"AB 12, AB 13";"Vente";"\'=1+1";"01/06/2026";"";"28/11/2026";"Actif";"non";"";""',
  );
  expect(lines[2]).toContain(
    '"20/11/2026";"19/05/2027";"Renouvelé";"oui";"12/03/2027";"Vérifié le 10/03/2027, rien n’a changé"',
  );
});
