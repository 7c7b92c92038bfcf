import { describe, expect, it } from 'vitest';
import type { Ppr } from '#domain/risks/facts.ts';
import { planDocumentsFor, type PlanDocument } from '#domain/risks/plan-documents.ts';
import { isEnclosed, requiredDocuments, type BoundPages } from './required-documents.ts';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { plain } from '#test/printed-statement.ts';
import { EVERYTHING_FACTS, FLOOD_PLAN, obtained, statementInput, TYPICAL_FACTS } from '#test/statement-input.ts';

const MAP = '25DDT20080012-zonage';
const RULES = '25DDT20080012-reglement';
const SHEET = 'fiche-sismique';

function planDocument(kind: PlanDocument['kind'], number: number, size: number | null): PlanDocument {
  const pdf = size === null ? null : { bytes: new Uint8Array(size), sha256: '', obtainedAt: '2026-11-20T13:07:42Z' };
  return { gasparId: FLOOD_PLAN.gasparId ?? '', kind, number, title: `Feuille ${number}`, pdf };
}
const bound = (id: string, whole = true, marked = true): BoundPages => ({
  id,
  where: `partie 8, pages de ${id}`,
  whole,
  marked,
});

/** The three places of a statement that name the enclosed documents. */
function printed(more: Partial<StatementInput>) {
  const input: StatementInput = { ...statementInput(), ...more };
  const { cover, regulatory, attachments } = buildStatementDocument(input);
  const rows = regulatory.blocks.find(({ letter }) => letter === 'K')?.rows ?? [];
  const boxes = rows.flatMap((row) => (row.kind === 'question' ? [row] : []));
  return {
    duty: plain(cover.concerned.find(({ title }) => title.includes('naturels'))?.duty ?? ''),
    toEnclose: (cover.next.find(({ title }) => title === 'Joindre')?.items ?? []).map(plain),
    toMark: (cover.next.find(({ title }) => title === 'Repérer')?.items ?? []).map(plain),
    ticked: boxes.filter(({ boxes: [box] }) => box?.checked).map(({ label }) => plain(label)),
    open: boxes
      .filter(({ boxes: [box] }) => !box?.checked)
      .map(({ label, sentence }) => plain(`${label} : ${sentence}`)),
    files: attachments.slice(2).map(({ file }) => file),
    required: requiredDocuments(input),
  };
}

const BOTH = [planDocument('zonage', 1, 9), planDocument('reglement', 1, 9)];

describe('page 1, remaining tasks and block K agree', () => {
  it.each<[string, Partial<StatementInput>, { duty: RegExp; toEnclose: RegExp[] }]>([
    [
      'nothing had',
      {},
      {
        // Only in « Joindre ».
        duty: /^$/u,
        toEnclose: [
          /^Carte réglementaire du plan «.*»$/u,
          /^Extrait du règlement du plan «.*»$/u,
          /^Fiche.*sismique$/u,
        ],
      },
    ],
    [
      'files of the PDF alone: to print, never « jointe »',
      { planDocuments: BOTH },
      {
        duty: /accompagnent ce fichier PDF \(trombone\) sans en être des pages.*les imprimer.*indiquer si le règlement/u,
        toEnclose: [/^Carte.*à imprimer/u, /^Extrait.*à imprimer/u, /^Fiche.*sismique$/u],
      },
    ],
    [
      'one file had, one not',
      { planDocuments: [planDocument('zonage', 1, 9), planDocument('reglement', 1, null)] },
      {
        duty: /^Une partie seulement.*ce qui n’est pas dans ses pages/u,
        toEnclose: [/^Carte.*à imprimer/u, /^Extrait du règlement du plan «.*»$/u, /sismique/u],
      },
    ],
    [
      'bound in part: the rest is still to enclose',
      { boundPages: [bound(MAP), bound(RULES, false)] },
      { duty: /^Une partie seulement/u, toEnclose: [/^Extrait du règlement/u, /sismique/u] },
    ],
    [
      'all bound: nothing left but to say whether works are prescribed',
      { planDocuments: BOTH, boundPages: [bound(MAP), bound(RULES), bound(SHEET)] },
      {
        duty: /^À lire dans ce document : carte réglementaire \(partie 8.*\) et extrait du règlement.*Vous devez indiquer si/u,
        toEnclose: [],
      },
    ],
  ])('%s', (_, more, { duty, toEnclose }) => {
    const said = printed(more);
    expect(said.duty).toMatch(duty);
    expect(said.toMark).toEqual([]);
    expect(said.toEnclose).toEqual(toEnclose.map((words) => expect.stringMatching(words)));
    // Page 2 lists what block K leaves open; the rest is ticked, and only bound pages tick a box.
    expect(said.open).toHaveLength(toEnclose.length);
    expect(said.ticked).toHaveLength(2 + said.required.filter(isEnclosed).length);
  });

  it('a whole map on which nothing shows the property: never « jointe », a task to mark it', () => {
    const said = printed({ planDocuments: BOTH, boundPages: [bound(MAP, true, false), bound(RULES), bound(SHEET)] });
    expect(said.duty).toMatch(
      /^À lire dans ce document : carte.*Vous devez repérer l’immeuble sur la carte, et indiquer/u,
    );
    expect(said.toEnclose).toEqual([]);
    expect(said.toMark).toEqual([expect.stringMatching(/^Carte réglementaire du plan «.*» : partie 8, pages de/u)]);
    expect(said.open).toEqual([expect.stringMatching(/^Carte.*Le bien n’y est pas repéré : à entourer sur la carte/u)]);
    expect(said.ticked).toHaveLength(2 + said.required.filter(isEnclosed).length);
  });

  it('says where a bound document is, and no longer asks for it on page 1', () => {
    const { cover, regulatory } = buildStatementDocument({ ...statementInput(), boundPages: [bound(SHEET)] });
    expect(plain(cover.concerned.find(({ title }) => title === 'Sismicité')?.duty ?? '')).toBe(
      `À lire dans ce document : fiche d’information sur le risque sismique (partie 8, pages de ${SHEET}).`,
    );
    expect(plain(JSON.stringify(regulatory.blocks.at(-1)))).toContain(
      `Dans ce document : partie 8, pages de ${SHEET}.`,
    );
  });

  it('names every document of the law when every heading is concerned', () => {
    const { required } = printed({ findings: statementInput(EVERYTHING_FACTS).findings });
    const fixed = required.filter(({ plan }) => plan === null).map(({ id }) => id);
    expect(fixed.slice(0, 4)).toEqual([SHEET, 'fiche-radon', 'prescriptions-trait-de-cote', 'fiche-debroussaillement']);
    expect(fixed.slice(4).every((id) => id.startsWith('sis-'))).toBe(true);
  });

  it('asks no règlement of a prescribed plan, which has none yet', () => {
    const plan: Ppr = { ...FLOOD_PLAN, status: 'prescribed', zoned: true, zones: [] };
    const { findings } = statementInput({ ...TYPICAL_FACTS, pprn: obtained([plan]) });
    const { required, open } = printed({ findings });
    expect(required.map(({ id }) => id)).toEqual([MAP, SHEET]);
    expect(open[0]).toMatch(/^Périmètre mis à l’étude du plan/u);
  });

  it('attaches the first of each kind before the second sheet of a map, and only the plans of the statement', () => {
    const heavy = [planDocument('zonage', 1, 2e6), planDocument('zonage', 2, 2.1e6), planDocument('reglement', 1, 2e6)];
    const foreign = { ...planDocument('zonage', 1, 9), gasparId: '99DDT20000001' };
    const said = printed({ planDocuments: planDocumentsFor([FLOOD_PLAN], [foreign, ...heavy]) });
    expect(said.files).toEqual([`${MAP}-1.pdf`, `${RULES}-1.pdf`]);
    expect(said.open[0]).toMatch(/Le reste est à trouver/u);
  });
});
