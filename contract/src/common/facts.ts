import { z } from 'zod';
import { FactsPlace } from './facts-place.ts';
import { Declarations, TransactionType } from './declarations.ts';
import { PPR_FAMILIES, type CompulsoryHeading, type InformativeHeading } from './headings.ts';
import { Buildings, FindingReason, IsoDate, Overlap, Provenance } from './facts-parts.ts';

/**
 * The machine-readable statement: attached to the PDF as `etat-des-risques.json`, beside `etat-des-risques.geojson`
 * which holds the outlines, so that no program needs to read boxes on a page. Keys are stable; `version` changes with
 * their meaning. No party's name is repeated.
 */

const State = z
  .enum(['concerned', 'not-concerned', 'not-obtained'])
  .describe('`not-obtained`: the source gave no answer, which is never an absence of risk.');

const Ppr = z.object({
  family: z.enum(PPR_FAMILIES),
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
    .describe('null: the source cannot say whether the property is in a zone of the plan’s rules.'),
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
  partial: z.boolean().describe('The source could not be asked about the whole property.'),
  hazards: z.array(z.string()),
});
const Plans = z.object({ plans: z.array(Ppr) });

const RetreatZone = z.object({
  horizon: z.enum(['0-30', '30-100']).nullable().describe('Years; null: the source does not give it.'),
  provisional: z.boolean().describe('Preliminary map.'),
  label: z.string(),
  documentUrl: z.string().nullable(),
  overlap: Overlap,
});

const NoiseZone = z.object({
  aerodrome: z.string().describe('ICAO code.'),
  aerodromeName: z.string(),
  zone: z.enum(['A', 'B', 'C', 'D']),
  index: z
    .object({ kind: z.enum(['lden', 'psophique']), low: z.number(), high: z.number() })
    .nullable()
    .describe('The indice psophique, of plans before 2002, has no unit.'),
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
  distanceMetres: z.number().nullable().describe('null: the register places the site at a default point only.'),
});
const Sites = z.object({ sites: z.array(NearbySite) });
const Communes = z
  .array(z.object({ code: z.string(), name: z.string(), value: z.int() }))
  .optional()
  .describe('The class of each commune, when the parcels are in several.');
const Exposure = z.object({ commune: z.string().nullable(), address: z.string().nullable() });

/** One heading. `details` is null exactly when `state` is « not-obtained »; `reason` then says why. */
const heading = <D extends z.ZodType>(details: D) =>
  z.object({
    title: z.string(),
    article: z.string(),
    state: State,
    sentence: z.string().describe('The answer in a sentence, in French.'),
    duty: z.string().nullable().describe('What the answer requires, in French.'),
    reason: FindingReason.nullable().default(null),
    toVerify: z.boolean().describe('The sources leave a doubt, which the sentence explains.'),
    lastGood: z.boolean().describe('Last known answer of the source, dated by `obtainedAt`.'),
    provenances: z.array(Provenance),
    references: z
      .array(z.object({ title: z.string(), url: z.string().nullable() }))
      .default([])
      .describe('Official documents where to check what the sources leave open.'),
    details: details.nullable(),
  });

export const StatementFacts = z.object({
  format: z.literal('clairisque/etat-des-risques'),
  version: z.literal(3),
  specimen: z.boolean().describe('Fictitious, without legal value.'),
  reference: z.string(),
  replaces: z
    .object({ reference: z.string(), issuedOn: z.iso.date() })
    .nullable()
    .describe('The edition that this one replaces.'),
  changes: z.array(z.string()).describe('What changed since the replaced edition, in French sentences.'),
  issuedAt: z.iso.datetime(),
  issuedOn: z.iso.date().describe('In Paris.'),
  expiresOn: z.iso.date().describe('Last day of validity, in Paris.'),
  transaction: TransactionType,
  templateVersion: z.string(),
  verificationUrl: z.string(),
  place: FactsPlace,
  declarations: Declarations.nullable().describe('Declarations of the owner; null: to be stated.'),
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
          .describe('The list of the decrees, when it was provided; null when two lists differ.'),
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
  } satisfies Record<CompulsoryHeading, z.ZodType>),
  /** Outside the legal duty. */
  informative: z.object({
    argiles: heading(
      z.object({
        exposure: z.int().min(0).max(3),
        map: z.enum(['2020', '2026']).optional().describe('The map that was read, when it is known.'),
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
  } satisfies Record<InformativeHeading, z.ZodType>),
  buildings: Buildings.nullable()
    .default(null)
    .describe('Buildings published on the parcels: an indication, which changes no answer; null: not asked.'),
  /** R125-24 1°. */
  planDocuments: z
    .array(
      z.object({
        gasparId: z.string(),
        kind: z.enum(['zonage', 'reglement']),
        title: z.string(),
        file: z.string().describe('Name of the file attached to the PDF.'),
        sha256: z.string(),
        bytes: z.int(),
        obtainedAt: z.iso.datetime({ offset: true }),
      }),
    )
    .default([])
    .describe('Maps and rules of plans that are bound to the PDF; the owner attaches the others.'),
});
export type StatementFacts = z.infer<typeof StatementFacts>;
