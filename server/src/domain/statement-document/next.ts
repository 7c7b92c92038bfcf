import { COMPULSORY_HEADINGS } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { counted, enumeration, longFrenchDate } from '#domain/french.ts';
import { clearingAttestation } from './clearing.ts';
import { signatures } from './declarations.ts';
import type { Form } from '#domain/questions/form.ts';
import { openDisasters } from './disasters.ts';
import { PART, type Block, type Row } from '#domain/printing/parts.ts';
import { requiredWorks } from './plan-words.ts';
import { isEveryDocumentKnown, toEnclose, toMark } from './enclosures.ts';
import { HEADINGS, whereConcerned } from '#domain/headings/headings.ts';
import type { StatementInput } from './input.ts';
import { plansWithWorks, worksElsewhere, worksOf } from './works.ts';

/** One task left to the owner; `items` are specific to this property. */
export type Step = { title: string; text: string; items: string[] };

/** What the boxes and findings leave to the owner, gathered so that no page needs searching. */
export function nextSteps(input: StatementInput, { blocks: regulatory, noise, attestation, disasters }: Form): Step[] {
  const { findings } = input;
  const doubts = [...toVerify(findings), ...openSecteurs(findings), ...declaredDoubts(input)];
  const [required, unmarked] = [toEnclose(input), toMark(input)];
  const pieces = required.filter((piece) => !isDeclaredEnclosed(piece, regulatory));
  const open = [
    ...openBlocks(regulatory),
    ...openDisasters(disasters),
    ...openAttestation(attestation),
    ...openNoise(noise),
  ];
  return [
    {
      title: 'Compléter',
      text:
        open.length > 0
          ? 'Les réponses restées ouvertes, à cocher ou à écrire à la main.'
          : 'Rien : chaque question a sa réponse.',
      items: open,
    },
    ...(doubts.length === 0
      ? []
      : [{ title: 'Vérifier', text: 'Ce que les sources publiques laissent en doute.', items: doubts }]),
    {
      title: 'Joindre',
      text: pieces.length < required.length ? enclosingRest(pieces.length) : enclosing(findings, pieces.length),
      items: pieces,
    },
    ...(unmarked.length === 0 ? [] : [{ title: 'Repérer', text: marking(unmarked.length), items: unmarked }]),
    ...groundStudy(input),
    { title: 'Signer', text: signing(input), items: [] },
    { title: 'Remettre', text: handing(input), items: [] },
    { title: 'Dans l’annonce', text: ADVERT, items: [] },
  ];
}

const marking = (maps: number): string =>
  `Le bien, à entourer à la main sur ${maps > 1 ? 'chaque carte de plan' : 'la carte du plan'} reproduite dans ce document : rien n’y permet de le dessiner sûrement (R. 125-24, 1°).`;

const ADVERT =
  '« Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr »';

/** A row is open when no box is ticked, or when its line is empty. A decree's number has its own dotted line. */
function isOpen(row: Row): boolean {
  if (row.kind === 'blank') return true;
  return row.kind === 'question' && row.boxes.every(({ checked }) => !checked);
}

/** « Bloc A, plan de prévention des risques naturels (PPRN) : 2 réponses » */
function openBlocks(blocks: Block[]): string[] {
  const answered = blocks.filter(({ letter }) => letter !== 'K');
  return [...Map.groupBy(answered, ({ letter }) => letter).values()].flatMap((same) => {
    const open = same.flatMap(({ rows }) => rows).filter(isOpen).length;
    const [{ letter, title } = { letter: '', title: '' }] = same;
    return open === 0 ? [] : [`Bloc ${letter}, ${lowered(title)} : ${counted(open, 'réponse')}`];
  });
}

/** « Plan de prévention … — plan 1 sur 2 » → « plan de prévention … » */
const lowered = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1).replace(/(?: —| :).*$/u, '');

function openNoise(blocks: Block[]): string[] {
  return blocks.flatMap(({ title, rows }) => {
    const open = rows.filter(isOpen).length;
    return open === 0
      ? []
      : [`Partie ${PART.noise}, ${title.charAt(0).toLowerCase()}${title.slice(1)} : ${counted(open, 'réponse')}`];
  });
}

/** Signing it is a task of its own. */
function openAttestation(attestation: Block | null): string[] {
  const open = attestation?.rows.filter((row) => row.kind === 'question' && isOpen(row)).length ?? 0;
  return open === 0
    ? []
    : [`Après la partie ${PART.disasters}, attestation de débroussaillement : ${counted(open, 'réponse')}`];
}

/** Where the owner's answer about works meets no plan, or a published zoning that says otherwise. */
function declaredDoubts({ findings, statement: { declarations } }: StatementInput): string[] {
  const given = { findings, declarations };
  const denied = plansWithWorks(findings).filter(
    (plan) => worksOf(plan, given).prescribed === false && requiredWorks(plan) !== null,
  );
  const isElsewhere = worksElsewhere(given).length > 0;
  return [
    ...denied.map(({ name }) => `Travaux du plan « ${name} », déclarés non prescrits : dans son règlement`),
    ...(isElsewhere ? ['Travaux déclarés, plan à désigner : auprès de la préfecture'] : []),
  ];
}

function toVerify(findings: Findings): string[] {
  return COMPULSORY_HEADINGS.flatMap((heading) => {
    const { state, toVerify, contradiction } = findings[heading];
    if (!toVerify && state !== 'not-obtained') return [];
    const { shortTitle, whereToVerify } = HEADINGS[heading];
    const where = contradiction === undefined ? whereToVerify : withTownHall(whereToVerify);
    const who = contradiction === undefined ? '' : ` (réponses différentes : ${contradiction.sources.join(' ; ')})`;
    return [`${shortTitle} : ${where}${who}`];
  });
}

/** Page 1 sends to the town hall: the code of a zone does not prove that the right is open. */
function openSecteurs({ pprt }: Findings): string[] {
  const plans = pprt.state === 'concerned' ? pprt.details.plans : [];
  return (['expropriation', 'delaissement'] as const).flatMap((rule) =>
    plans
      .filter(({ zones }) => zones.some((zone) => zone.rule === rule))
      .map(({ name }) => `${SECTEURS[rule]} du plan « ${name} » : en mairie`),
  );
}

const SECTEURS = { expropriation: 'Secteur d’expropriation', delaissement: 'Secteur de délaissement' };

/** Where two sources differ, the heading's sentence sends to the town hall, not back to one of them. */
const withTownHall = (where: string): string => (where.includes('en mairie') ? where : 'en mairie');

/** Moyen and fort, for the sale of undeveloped building land only (CCH L132-4 and following). */
function groundStudy({ findings: { argiles }, statement }: StatementInput): Step[] {
  if (statement.transaction !== 'Vente' || argiles.state !== 'concerned' || argiles.details.exposure < 2) return [];
  const text = `Argiles, exposition ${argiles.details.exposure === 3 ? 'forte' : 'moyenne'} : si le bien est un terrain non bâti constructible, joindre l’étude géotechnique préalable (L. 132-4 et suivants du code de la construction et de l’habitation).`;
  return [{ title: 'Étude de sol', text, items: [] }];
}

/** Block K says that the owner encloses it. */
const isDeclaredEnclosed = (piece: string, blocks: Block[]): boolean =>
  blocks
    .filter(({ letter }) => letter === 'K')
    .flatMap(({ rows }) => rows)
    .some((row) => row.kind === 'question' && !isOpen(row) && piece.startsWith(row.label));

const enclosingRest = (left: number): string =>
  left > 0
    ? 'Les pièces du bloc K dont la case reste vide, avec celles qui sont déclarées jointes.'
    : 'Les pièces déclarées jointes au bloc K : elles accompagnent ce document.';

function enclosing(findings: Findings, pieces: number): string {
  const known = isEveryDocumentKnown(findings);
  if (pieces > 0) {
    const doubt = known ? '' : ' Les points non vérifiés peuvent en exiger d’autres.';
    return `Les pièces du bloc K dont la case reste vide.${doubt}`;
  }
  return known
    ? 'Rien : les pièces que la loi exige sont dans les pages de ce document.'
    : 'À déterminer : les points non vérifiés peuvent exiger des pièces.';
}

function signing(input: StatementInput): string {
  const { owner, other } = signatures(input);
  const parties = enumeration([owner.toLowerCase(), other.toLowerCase()]);
  const attestation =
    clearingAttestation(input) === null ? '' : ' Le vendeur signe aussi l’attestation de débroussaillement.';
  return `À la fin de la partie ${PART.disasters} (bloc L), puis de la partie ${PART.noise} (bruit) : lieu, date et signatures (${parties}).${attestation}`;
}

function handing({ findings, statement: { transaction, expiresOn } }: StatementInput): string {
  const until = `au plus tard le ${longFrenchDate(expiresOn)} ; à refaire si une information change avant la signature`;
  if (transaction === 'Vente')
    return `Dès la première visite, puis avec la promesse et l’acte, ${until}. S’il manque à la promesse, le délai de rétractation ne court qu’à compter du lendemain de sa remise (L. 125-5, I bis du code de l’environnement).`;
  const renewed = whereConcerned(findings, ({ atRenewal }) => (atRenewal === null ? [] : [` ${atRenewal}`])).join('');
  return `Dès la première visite, puis avec le bail, ${until}.${renewed}`;
}
