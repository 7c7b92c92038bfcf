import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import { frenchDate } from '#domain/french.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { csv } from '#platform/files/csv.ts';
import type { RowState } from './batches.queries.ts';
import type { RowData } from './rows.queries.ts';

const STATES: Record<RowState, string> = {
  waiting: 'à vérifier',
  ready: 'prêt',
  doubtful: 'à choisir',
  refused: 'refusé',
  issued: 'émis',
  failed: 'échec, non débité',
  cancelled: 'annulé',
};

const HEADERS = [
  'Ligne',
  'Donné',
  'Résultat',
  'Référence',
  'Adresse',
  'Parcelles',
  'Vendeur ou bailleur',
  'Acquéreur ou locataire',
  'Émis le',
  'Expire le',
  'Motif',
  'Propositions',
  'Fichier',
];

/** For a French spreadsheet, which runs no formula of it. `nameOf`: of the PDF in the archive. */
export function resultsTable(rows: readonly RowData[], nameOf: (row: RowData) => string): Buffer {
  const lines = rows.map((row) => [
    String(row.position),
    row.given,
    STATES[row.state],
    ...editionCells(row),
    row.problem?.detail ?? '',
    row.problem?.candidates.join(' | ') ?? '',
    nameOf(row),
  ]);
  return csv([HEADERS, ...lines]);
}

function editionCells({ reference, property, request, issued_at: issued, expires_on: end }: RowData): string[] {
  return [
    reference ?? '',
    ...(property === null ? ['', ''] : [property.adresse, property.codes.join(' ')]),
    ...(request === null ? ['', ''] : [request.parties.owner, request.parties.recipient]),
    issued === null ? '' : frenchDate(parisDate(issued.toISOString())),
    end === null ? '' : frenchDate(end),
  ];
}

/** The issued statements as points of the properties; their outlines are in each statement's map.geojson. */
export function resultsMap(rows: readonly RowData[], { site, mode }: { site: string; mode: KeyMode }): Buffer {
  const features = rows.flatMap(({ statement_id: id, property, ...row }) =>
    id === null || property === null
      ? []
      : [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [property.longitude, property.latitude] },
            properties: {
              row: row.position,
              statement_id: statementKey(id, mode),
              reference: row.reference,
              metadata: row.request?.metadata ?? {},
              address: property.adresse,
              parcels: property.codes,
              valid_until: row.expires_on,
              verification_url: `${site}/verification/${row.reference ?? ''}`,
            },
          },
        ],
  );
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}
