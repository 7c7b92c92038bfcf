import { z } from 'zod';
import { FactsPlace } from './facts-place.ts';
import { Declarations, TransactionType } from './declarations.ts';
import { Buildings, FindingReason, IsoDate, Overlap, Provenance } from './facts-parts.ts';

/**
 * The machine-readable statement: attached to the PDF as `etat-des-risques.json`, beside `etat-des-risques.geojson`
 * which holds the outlines, so that no program needs to read boxes on a page. Keys are stable; `version` changes with
 * their meaning. No party's name is repeated.
 */

const State = z
  .enum(['concerned', 'not-concerned', 'not-obtained'])
  .describe('« not-obtained » : la source n’a pas répondu ; ce n’est jamais une absence de risque.');

const Ppr = z.object({
  family: z.enum(['pprn', 'pprm', 'pprt']),
  gasparId: z.string().nullable(),
  name: z.string(),
  procedure: z.string(),
  status: z.enum(['prescribed', 'anticipated', 'approved', 'unknown']),
  statusDate: IsoDate,
  underRevision: z.boolean(),
  prescribedDate: IsoDate,
  zoned: z
    .boolean()
    .nullable()
    .describe('null : la source ne sait pas dire si le bien est dans une zone du règlement.'),
  zones: z.array(
    z.object({
      code: z.string(),
      name: z.string().nullable(),
      rule: z.enum([
        'prescriptions-outside-hazard',
        'prescriptions',
        'interdiction',
        'interdiction-stricte',
        'delaissement',
        'expropriation',
        'unidentified',
      ]),
      ruleLabel: z.string().nullable(),
    }),
  ),
  partial: z.boolean().describe('La source n’a pas pu être interrogée sur tout le bien.'),
  hazards: z.array(z.string()),
});
const Plans = z.object({ plans: z.array(Ppr) });

const RetreatZone = z.object({
  horizon: z.enum(['0-30', '30-100']).nullable().describe('Années ; null : la source ne le donne pas.'),
  provisional: z.boolean().describe('Carte de préfiguration.'),
  label: z.string(),
  documentUrl: z.string().nullable(),
  overlap: Overlap,
});

const NoiseZone = z.object({
  aerodrome: z.string().describe('Code OACI.'),
  aerodromeName: z.string(),
  zone: z.enum(['A', 'B', 'C', 'D']),
  index: z
    .object({ kind: z.enum(['lden', 'psophique']), low: z.number(), high: z.number() })
    .nullable()
    .describe('L’indice psophique (plans antérieurs à 2002) n’a pas d’unité.'),
  decreeDate: IsoDate,
  documentUrl: z.string().nullable(),
  overlap: Overlap,
});

const SisSite = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  sheetUrl: z.string().nullable(),
  overlap: Overlap.nullable(),
});

const NearbySite = z.object({
  id: z.string(),
  name: z.string(),
  activity: z.string().nullable(),
  status: z.string().nullable(),
  address: z.string().nullable(),
  sheetUrl: z.string().nullable(),
  distanceMetres: z.number().nullable().describe('null : la base ne place le site qu’à un point par défaut.'),
});
const Sites = z.object({ sites: z.array(NearbySite) });
const Communes = z
  .array(z.object({ code: z.string(), name: z.string(), value: z.int() }))
  .optional()
  .describe('La classe de chaque commune, quand les parcelles sont dans plusieurs.');
const Exposure = z.object({ commune: z.string().nullable(), address: z.string().nullable() });

/** One heading. `details` is null exactly when `state` is « not-obtained »; `reason` then says why. */
const heading = <D extends z.ZodType>(details: D) =>
  z.object({
    title: z.string(),
    article: z.string(),
    state: State,
    sentence: z.string().describe('La réponse en une phrase.'),
    duty: z.string().nullable().describe('Ce que la réponse oblige à faire.'),
    reason: FindingReason.nullable().default(null),
    toVerify: z.boolean().describe('Les sources laissent un doute, que la phrase explique.'),
    lastGood: z.boolean().describe('Dernière réponse connue de la source, datée par « obtainedAt ».'),
    provenances: z.array(Provenance),
    references: z
      .array(z.object({ title: z.string(), url: z.string().nullable() }))
      .default([])
      .describe('Documents officiels où vérifier ce que les sources laissent ouvert.'),
    details: details.nullable(),
  });

export const StatementFacts = z.object({
  format: z.literal('clairisque/etat-des-risques'),
  version: z.literal(3),
  specimen: z.boolean().describe('Données fictives, sans valeur légale.'),
  reference: z.string(),
  replaces: z
    .object({ reference: z.string(), issuedOn: z.iso.date() })
    .nullable()
    .describe('L’édition que celle-ci remplace.'),
  changes: z.array(z.string()).describe('Ce qui a changé depuis l’édition remplacée, en phrases.'),
  issuedAt: z.iso.datetime(),
  issuedOn: z.iso.date().describe('À Paris.'),
  expiresOn: z.iso.date().describe('Dernier jour de validité, à Paris.'),
  transaction: TransactionType,
  templateVersion: z.string(),
  verificationUrl: z.string(),
  place: FactsPlace,
  declarations: Declarations.nullable().describe('Déclarations du propriétaire ; null : à préciser.'),
  /** R125-23 code de l’environnement, SIS (L125-7) and ENSA (L112-11 code de l’urbanisme). */
  compulsory: z.object({
    pprt: heading(Plans),
    pprn: heading(Plans),
    pprm: heading(Plans),
    'ppr-prescrit': heading(Plans.extend({ pending: z.array(Ppr) })),
    sismicite: heading(z.object({ zone: z.int().min(1).max(5), communes: Communes })),
    radon: heading(z.object({ potential: z.int().min(1).max(3), communes: Communes })),
    'trait-de-cote': heading(
      z.object({
        coastalCommune: z.boolean().nullable(),
        listed: z
          .object({ isListed: z.boolean().nullable(), vintage: z.string() })
          .optional()
          .describe('Liste des décrets, quand elle a été fournie ; null quand deux listes diffèrent.'),
        zones: z.array(RetreatZone),
        nearby: z.array(RetreatZone),
      }),
    ),
    debroussaillement: heading(
      z.object({
        obligation: z
          .object({
            departement: z.string().nullable(),
            sheetUrl: z.string().nullable(),
            decreeDate: IsoDate,
            communeOnly: z.boolean(),
          })
          .nullable(),
      }),
    ),
    sis: heading(z.object({ sites: z.array(SisSite), nearby: z.array(SisSite) })),
    bruit: heading(z.object({ zones: z.array(NoiseZone), nearby: z.array(NoiseZone) })),
  }),
  /** Outside the legal duty. */
  informative: z.object({
    argiles: heading(
      z.object({
        exposure: z.int().min(0).max(3),
        map: z.enum(['2020', '2026']).optional().describe('Carte lue, quand elle est connue.'),
      }),
    ),
    casias: heading(Sites),
    icpe: heading(
      z.object({
        installations: z.array(
          NearbySite.extend({ regime: z.string().nullable(), seveso: z.enum(['haut', 'bas']).nullable() }),
        ),
      }),
    ),
    cavites: heading(Sites),
    'mouvements-de-terrain': heading(Sites),
    'remontee-de-nappe': heading(Exposure),
    canalisations: heading(Exposure),
    catnat: heading(
      z.object({
        decrees: z.array(
          z.object({
            code: z.string(),
            hazard: z.string(),
            start: IsoDate,
            end: IsoDate,
            decree: IsoDate,
            journalOfficiel: IsoDate,
            commune: z.string(),
          }),
        ),
      }),
    ),
  }),
  buildings: Buildings.nullable()
    .default(null)
    .describe(
      'Bâtiments publiés sur les parcelles : une indication, qui ne change aucune réponse ; null : non demandés.',
    ),
  /** R125-24 1°. */
  planDocuments: z
    .array(
      z.object({
        gasparId: z.string(),
        kind: z.enum(['zonage', 'reglement']),
        title: z.string(),
        file: z.string().describe('Nom de la pièce jointe au PDF.'),
        sha256: z.string(),
        bytes: z.int(),
        obtainedAt: z.iso.datetime({ offset: true }),
      }),
    )
    .default([])
    .describe('Cartes et règlements des plans qui sont joints au PDF ; les autres sont à joindre par le propriétaire.'),
});
export type StatementFacts = z.infer<typeof StatementFacts>;
