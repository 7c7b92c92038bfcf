import { COMPULSORY_HEADINGS, HEADING_ICONS } from '@clairisque/contract/common/headings.ts';
import type { Preview, PreviewFinding } from '@clairisque/contract/preview.ts';
import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '#lib/announce.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Badge, State, type StateTone } from '#ui/state.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { HazardIcon } from '#ui/hazard-icon.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './preview-card.module.css';
import { useSuggestionPreview, type PreviewQuery } from './preview-query.ts';
import { summaryOf, toneOf, touchedOf, touchedSummary, linesOf } from './preview-summary.ts';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';

const HEADING_ID = 'apercu';
type PreviewCardProps = {
  preview: PreviewQuery;
  headingRef: Ref<HTMLHeadingElement>;
  /** Otherwise only a failure is shown: `PreviewGlance` has the result. */
  isOpen: boolean;
  parcels: number;
  /** No statement can have all these parcels. */
  isRefused: boolean;
};

/** What the statement would say about the parcel, without an account; it blocks nothing. */
export function PreviewCard({ preview, headingRef, isOpen, parcels, isRefused }: PreviewCardProps) {
  const { data, isError, error, isFetching, refetch } = preview;
  useEffect(() => {
    if (data)
      announce(['Aperçu gratuit\u00A0: ', summaryOf(data), '. ', touchedSummary(data, parcels)].join('').trim());
  }, [data, parcels]);

  const hasFailed = data === undefined && isError && !isFetching;
  if (isRefused || (!isOpen && !hasFailed)) return null;
  return (
    <section className={styles.preview} aria-labelledby={HEADING_ID} aria-busy={isFetching}>
      <h2 ref={headingRef} id={HEADING_ID} tabIndex={-1}>
        Aperçu gratuit, sans valeur légale
      </h2>
      {data && <Lines preview={data} parcels={parcels} isAsking={isFetching} onAskAgain={() => void refetch()} />}
      {!data && (hasFailed ? <Failure error={error} onAskAgain={() => void refetch()} /> : <Waiting />)}
      <p className={styles.note}>
        Seul l’état des risques a valeur légale&nbsp;: il nomme les plans et leurs zones, précise vos obligations et les
        pièces à joindre, et contient les cartes, les annexes, les sources et leurs dates.
      </p>
    </section>
  );
}

function Failure({ error, onAskAgain }: { error: Error; onAskAgain: () => void }) {
  return (
    <Banner
      tone="warning"
      live
      title="L’aperçu n’est pas disponible."
      action={
        <Button variant="secondary" onClick={onAskAgain}>
          Réessayer
        </Button>
      }
    >
      {refusalSentence(error) ?? 'Réessayez dans un instant.'} Vous pouvez continuer sans aperçu.
    </Banner>
  );
}

type PreviewGlanceProps = {
  preview: Preview;
  isListSeen: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

/** The result in one line beside the next step: opens the list and goes to it, or closes it when it is in view. */
export function PreviewGlance({ preview, isListSeen, isOpen, onToggle }: PreviewGlanceProps) {
  const toggle = () => {
    if (isOpen && isListSeen) return onToggle(false);
    flushSync(() => onToggle(true));
    const heading = document.getElementById(HEADING_ID);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };
  const tone = toneOf(preview);
  const Icon = isOpen && isListSeen ? ChevronUp : ChevronDown;
  return (
    <button
      type="button"
      className={styles.glance}
      data-tone={tone}
      data-seen={isOpen && isListSeen}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      {tone === 'warning' && <TriangleAlert aria-hidden="true" />}
      <span>
        Aperçu<span className={styles.free}> gratuit</span> : {summaryOf(preview)}
      </span>
      <Icon aria-hidden="true" />
    </button>
  );
}

function TouchedParcels({ preview, parcels }: { preview: Preview; parcels: number }) {
  const sentence = touchedSummary(preview, parcels);
  return sentence && <p className={styles.touched}>{sentence}</p>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type LinesProps = { preview: Preview; parcels: number; isAsking: boolean; onAskAgain: () => void };

function Lines({ preview, parcels, isAsking, onAskAgain }: LinesProps) {
  const missing = preview.rubriques.some(({ etat }) => etat === 'non_obtenu');
  return (
    <>
      <p className={styles.summary} data-tone={toneOf(preview)}>
        {capital(summaryOf(preview))}. {preview.specimen && <Badge tone="late">Données fictives</Badge>}
      </p>
      <TouchedParcels preview={preview} parcels={parcels} />
      <ul className={styles.lines}>
        {sorted(preview.rubriques).map((finding) => (
          <Line key={finding.rubrique} finding={finding} parcels={parcels} />
        ))}
      </ul>
      {preview.indications.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
      {missing && (
        <div className={styles.again}>
          <p>Si une source ne répond pas, cela ne veut pas dire qu’il n’y a pas de risque.</p>
          <Button variant="secondary" loading={isAsking} onClick={onAskAgain}>
            Réessayer
          </Button>
        </div>
      )}
    </>
  );
}

const STATES: Record<PreviewFinding['etat'], { icon: LucideIcon; tone: StateTone; text: string; rank: number }> = {
  concerne: { icon: CircleAlert, tone: 'late', text: 'Concerné', rank: 0 },
  non_obtenu: { icon: CircleSlash, tone: 'quiet', text: 'Non obtenu', rank: 1 },
  a_la_generation: { icon: CircleDashed, tone: 'quiet', text: 'À la génération', rank: 2 },
  non_concerne: { icon: CircleCheck, tone: 'good', text: 'Non concerné', rank: 3 },
};

function Line({ finding, parcels }: { finding: PreviewFinding; parcels: number }) {
  const { rubrique, titre, etat, a_verifier, phrase, indications = [] } = finding;
  const touched = touchedOf(finding, parcels);
  const { icon, tone, text } = STATES[etat];
  return (
    <li data-state={etat}>
      <HazardIcon name={HEADING_ICONS[rubrique]} className={styles.icon} />
      <div className={styles.head}>
        <h3>{titre}</h3>
        <State icon={icon} tone={tone}>
          {a_verifier ? `${text}, à vérifier` : text}
        </State>
      </div>
      <p>
        {phrase} {touched}
      </p>
      {indications.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </li>
  );
}

/** What concerns the property first, then what is unknown; otherwise in the order of the law. */
function sorted(findings: PreviewFinding[]): PreviewFinding[] {
  return findings.toSorted((a, b) => STATES[a.etat].rank - STATES[b.etat].rank);
}

function Waiting() {
  return (
    <div className={styles.lines}>
      <LoadingNotice>Les sources officielles sont interrogées…</LoadingNotice>
      {COMPULSORY_HEADINGS.map((heading) => (
        <Skeleton key={heading} height="4.75rem" />
      ))}
    </div>
  );
}

/** What is known at a suggestion while the user still types, in words; nothing where a supplier would be needed. */
export function SuggestionPreview({ suggestion }: { suggestion: Suggestion }) {
  const { data } = useSuggestionPreview(suggestion);
  if (suggestion.hasPreview !== true || suggestion.properties.citycode === undefined) return null;
  return (
    <div className={styles.suggested} aria-busy={data === undefined}>
      <p className={styles.suggestedTitle}>
        Aperçu gratuit à cette adresse {data?.specimen === true && <Badge tone="late">Données fictives</Badge>}
      </p>
      {data && linesOf(data).map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}
