import { z } from 'zod';
import { DRAWN_HEADINGS, HEADING_ICONS } from './headings.ts';

/**
 * What a statement's PDF prints, part by part, for the page that shows the same document on a screen. Every string is
 * final French text. Only what a page needs: print measures such as widths stay out.
 */

const Link = z.object({ text: z.string(), href: z.string() });
const LabelledText = z.object({ label: z.string(), text: z.string() });
const Box = z.object({ label: z.string(), checked: z.boolean() });

const Row = z.discriminatedUnion('kind', [
  /** The sentence repeats in words what the boxes show; `owner`: no public source could answer. */
  z.object({
    kind: z.literal('question'),
    label: z.string(),
    boxes: z.array(Box),
    sentence: z.string(),
    owner: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('text'), label: z.string(), text: z.string(), link: Link.nullable() }),
  /** Text, then each of `blanks` (« n° », « mis à jour le ») before a line to fill in; older editions had one line. */
  z.object({
    kind: z.literal('fill'),
    label: z.string(),
    text: z.string(),
    blanks: z.array(z.string()).default(['']),
  }),
  z.object({ kind: z.literal('blank'), label: z.string(), lines: z.int() }),
  z.object({ kind: z.literal('note'), text: z.string() }),
]);

const Block = z.object({
  letter: z.string().nullable(),
  title: z.string(),
  article: z.string().nullable(),
  rows: z.array(Row),
});

const Cell = z.object({ text: z.string(), detail: z.string().nullable(), href: z.string().nullable() });
const Table = z.object({ head: z.array(z.string()), rows: z.array(z.array(Cell)) });
const State = z.enum(['concerned', 'not-concerned', 'not-obtained']);

const CoverLine = z.object({
  /** A hazard icon, shared by page and print. */
  icon: z.enum(Object.values(HEADING_ICONS)),
  title: z.string(),
  subject: z.string(),
  sentence: z.string(),
  position: z.string().nullable(),
  duty: z.string().nullable(),
  /** « à vérifier » */
  tag: z.string().nullable(),
  /** One line a plan: its name, then date, rule, share of the land. Older editions say it in their sentence. */
  plans: z.array(z.object({ name: z.string(), facts: z.array(z.string()) })).default([]),
});

const Scale = z.object({ label: z.string(), share: z.number() });
const Share = z.tuple([z.number(), z.number()]);
/** Positions are shares (0 to 1) of the picture's width and height, from the top left. */
const PrintedMap = z.object({
  title: z.string(),
  /** Its picture, in `pictures`. */
  file: z.string(),
  /** Height over width. */
  ratio: z.number(),
  /** Outer rings and holes of the parcels. */
  outlines: z.array(z.array(Share)),
  zones: z.array(
    z.object({
      family: z.enum(['plan', ...DRAWN_HEADINGS]),
      /** Its colour and pattern; older editions have those of the family. */
      style: z.string().default(''),
      label: z.string(),
      /** After the underlined name of a zone that touches the property; empty for others. */
      own: z.string().default(''),
      /** Written on the zone, at that place. */
      mark: z.string().nullable().default(null),
      at: Share.nullable().default(null),
      rings: z.array(z.array(Share)),
    }),
  ),
  /** Published footprints; older editions have none. */
  buildings: z.array(z.object({ isLargest: z.boolean(), rings: z.array(z.array(Share)) })).default([]),
  buildingLegend: z.string().nullable().default(null),
  scale: Scale,
  /** A smaller map at another scale, which shows where this one lies. */
  inset: z.object({ file: z.string(), ratio: z.number(), scale: Scale }).nullable().default(null),
  caption: z.string(),
  alt: z.string(),
  attribution: z.string(),
  source: z.string(),
  legend: z.string(),
  warning: z.string().nullable(),
});

export const PrintedStatement = z.object({
  title: z.string(),
  /** The owner's own, a PNG of `pictures`. */
  logo: z.object({ file: z.string(), alt: z.string() }).nullable(),
  running: z.object({ reference: z.string(), specimen: z.string().nullable(), verification: Link }),
  cover: z.object({
    title: z.string(),
    /** The confirmed address, or the parcel's name (decision 0042). */
    address: z.string(),
    /** From the cadastre; older editions print it elsewhere. */
    commune: z.string().nullable().default(null),
    /** The user's text, when it differs from the confirmed address; older editions did not check it. */
    declared: z.object({ label: z.string(), text: z.string(), note: z.string() }).nullable().default(null),
    facts: z.array(LabelledText),
    parties: z.array(LabelledText),
    parcels: z.array(z.object({ label: z.string(), area: z.string() })),
    moreParcels: z.string().nullable(),
    verification: z.object({ title: z.string(), text: z.string(), link: Link }),
    renewal: z.object({ title: z.string(), sentence: z.string(), changes: z.array(z.string()) }).nullable(),
    verdict: z.object({ headline: z.string(), subjects: z.array(z.string()), state: State }),
    concerned: z.array(CoverLine),
    /** Null when the owner answered nothing, and in older editions. */
    declarations: z
      .object({ title: z.string(), lines: z.array(LabelledText) })
      .nullable()
      .default(null),
    notObtained: z.array(CoverLine),
    notConcerned: z.array(CoverLine),
    legend: z.array(z.object({ icon: z.enum(['alert', 'check', 'unknown']), title: z.string(), text: z.string() })),
    /** `items` concern this property; older editions have none. */
    next: z.array(z.object({ title: z.string(), text: z.string(), items: z.array(z.string()).default([]) })),
    legalBasis: z.string(),
  }),
  /** Meaning of the findings for the owner, the buyer or the tenant; older editions have none. */
  consequences: z
    .object({
      title: z.string(),
      intro: z.string(),
      topics: z.array(
        z.object({ title: z.string(), lines: z.array(z.object({ text: z.string(), source: z.string() })) }),
      ),
    })
    .nullable()
    .default(null),
  /** Order of the first three parts; in older editions the noise comes second. */
  order: z.array(z.enum(['regulatory', 'disasters', 'noise'])).default(['regulatory', 'noise', 'disasters']),
  property: z.array(LabelledText),
  regulatory: z.object({
    intro: z.array(z.string()),
    property: z.array(Row),
    parcels: Table,
    blocks: z.array(Block),
    /** Which zone touches which parcel; null for one parcel, and in older editions. */
    byParcel: z
      .object({ title: z.string(), intro: z.array(z.string()), tables: z.array(Table) })
      .nullable()
      .default(null),
    warnings: z.array(z.string()),
  }),
  noise: z.object({ intro: z.array(z.string()), blocks: z.array(Block), footer: z.array(z.string()) }),
  /** For the seller to sign; older editions have none. */
  attestation: Block.nullable().default(null),
  disasters: z.object({
    title: z.string(),
    intro: z.array(z.string()),
    none: z.object({ box: Box, sentence: z.string() }).nullable(),
    head: z.array(z.string()),
    rows: z.array(z.object({ cells: z.array(Cell), boxes: z.array(Box) })),
    empty: z.string().nullable(),
    /** Before lines to fill in; empty when the owner has answered. */
    other: z.string(),
  }),
  signatures: z.object({
    statement: z.string(),
    owner: z.string(),
    ownerName: z.string(),
    other: z.string(),
    otherName: z.string(),
    agent: z.string(),
    /** Where and when it is signed, once answered. */
    place: z.string().optional(),
    date: z.string().optional(),
    /** The form is signed once, after its disasters; older editions sign each part. */
    together: z.object({ title: z.string(), statement: z.string() }).nullable().default(null),
  }),
  maps: z.array(PrintedMap),
  annexes: z.object({
    intro: z.string(),
    sections: z.array(
      z.object({
        title: z.string(),
        state: State,
        sentence: z.string(),
        duty: z.string().nullable(),
        table: Table.nullable(),
        after: z.array(z.string()),
      }),
    ),
  }),
  explanations: z.object({
    intro: z.string(),
    sections: z.array(
      z.object({
        title: z.string(),
        yours: z.string().nullable(),
        paragraphs: z.array(z.object({ lead: z.string().nullable(), text: z.string() })),
        address: Link,
      }),
    ),
  }),
  glossary: z.array(z.object({ term: z.string(), text: z.string() })),
  sources: z.object({ table: Table, method: z.array(z.string()) }),
  colophon: z.string(),
  /** Pages of official documents, drawn in the PDF only; older editions have none. */
  bound: z
    .object({
      title: z.string(),
      intro: z.string(),
      documents: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
      left: z.array(z.string()),
    })
    .nullable()
    .default(null),
});
export type PrintedStatement = z.infer<typeof PrintedStatement>;
export type PrintedLink = z.infer<typeof Link>;
export type PrintedRow = z.infer<typeof Row>;
export type PrintedBox = z.infer<typeof Box>;
export type PrintedBlock = z.infer<typeof Block>;
export type PrintedCell = z.infer<typeof Cell>;
export type PrintedTable = z.infer<typeof Table>;
export type PrintedMap = z.infer<typeof PrintedMap>;
export type CoverLine = z.infer<typeof CoverLine>;

export const ReadableDocument = z.object({
  document: PrintedStatement,
  /** Bytes in base64, by the file name that a map (JPEG) or the logo gives. */
  pictures: z.record(z.string(), z.string()),
  /** Last day of validity, in Paris. */
  expire_le: z.iso.date(),
  sha256: z.string(),
  /** Only the parts of the short version. */
  est_courte: z.boolean().optional(),
});
export type ReadableDocument = z.infer<typeof ReadableDocument>;

/** The conclusion of page 1: « Votre bien est concerné par 2 des 10 points que la loi impose de vérifier. » */
export const Verdict = z.object({ titre: z.string(), sujets: z.array(z.string()), etat: State });
