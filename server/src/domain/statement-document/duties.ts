import { isOwn, OWN } from '#domain/headings/headings.ts';
import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { enumeration } from '#domain/french.ts';
import { isEnclosed, type RequiredDocument } from '#domain/headings/required-documents.ts';
import { clearingAttestation, clearingDuty } from './clearing.ts';
import type { StatementInput } from './input.ts';
import { asksWorks, worksOf, type Works } from './works.ts';

/**
 * What page 1 says about a heading's documents: where their pages are, or which files are attached. A document still to
 * be found is listed once, in « Joindre », and the possible requirements of its règlement in « Ce que cela change pour
 * vous ».
 */
export function dutyOf(input: StatementInput, heading: CompulsoryHeading, required: RequiredDocument[]): string | null {
  const duty = ofDocuments(input, heading, required);
  if (heading !== 'debroussaillement' || clearingAttestation(input) === null) return duty;
  return [duty, clearingDuty(input)].filter(Boolean).join(' ');
}

function ofDocuments(
  { findings, statement }: StatementInput,
  heading: CompulsoryHeading,
  required: RequiredDocument[],
): string | null {
  const finding = findings[heading];
  const documents = required.filter((document) => document.heading === heading);
  if (finding.state !== 'concerned' || documents.length === 0) return finding.duty;
  const isMore = isOwn(heading) && OWN[heading].isDutyMore;
  if (!isMore && documents.every(({ held }) => held.state === 'missing')) return null;
  if ('plans' in finding.details) {
    const given = { findings, declarations: statement.declarations };
    return planDuty(documents, toSay(finding.details.plans.filter(asksWorks).map((plan) => worksOf(plan, given))));
  }
  return documents.every(isEnclosed) && !isMore ? `${inside(documents)}.` : finding.duty;
}

/** What the owner has not said yet about the works; empty when everything is said. */
function toSay(works: Works[]): string {
  if (works.some(({ prescribed, unnamed }) => prescribed === null && unnamed === null)) return WORKS;
  if (works.some(({ unnamed }) => unnamed !== null)) return WORKS_OF;
  return works.some(({ prescribed, done }) => prescribed === true && done === null) ? WORKS_DONE : '';
}

function planDuty(documents: RequiredDocument[], works: string): string {
  const article = '(article R. 125-24, 1° du code de l’environnement)';
  if (documents.every(isEnclosed))
    return `${inside(documents)} ${article}.${works && ` Vous devez ${works.replace(/^, et /u, '')}.`}`;
  if (documents.every((document) => isEnclosed(document) || document.held.state === 'unmarked'))
    return `${inside(documents)} ${article}. Vous devez repérer l’immeuble sur la carte${works}.`;
  const onlyFiles = documents.every(({ held }) => held.state === 'file' && held.whole);
  return `${onlyFiles ? FILES : PARTLY}${works} ${article}.`;
}

function inside(documents: RequiredDocument[]): string {
  const each = documents.flatMap(({ name, held }) =>
    held.state === 'bound' || held.state === 'unmarked'
      ? [`${name.charAt(0).toLowerCase()}${name.slice(1)} (${held.where})`]
      : [],
  );
  return `À lire dans ce document : ${enumeration(each)}`;
}

const FILES =
  'La carte et le règlement accompagnent ce fichier PDF (trombone) sans en être des pages : vous devez les imprimer et les annexer, l’immeuble étant repéré sur la carte';
const PARTLY =
  'Une partie seulement de la carte et du règlement accompagne ce document : vous devez annexer ce qui n’est pas dans ses pages (bloc K)';
const WORKS_OF = ', et désigner le plan qui prescrit les travaux que vous déclarez';
const WORKS_DONE = ', et indiquer si les travaux prescrits ont été réalisés';
const WORKS = ', et indiquer si le règlement prescrit des travaux pour l’immeuble et si ces travaux ont été réalisés';
