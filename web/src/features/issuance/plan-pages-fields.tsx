import type { PlanPageChoice } from '@clairisque/contract/common/declarations.ts';
import { type PlanPages, listPlanPages } from '@clairisque/contract/issuance.ts';
import { useId, useMemo, useState } from 'react';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './declarations-fields.module.css';
import { pagesText, readPages, withChoice } from './plan-pages.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { usePreview } from '#features/preview/preview-query.ts';
import { parcelsInQuery, parcelsOf, type ChosenPlace, type Draft } from '#features/drafts/draft.ts';

/** The plans' documents of the chosen parcel, for a signed-in user only; without it the document chooses by itself. */
function usePlanDocuments(draft: Draft, isAuthenticated: boolean) {
  const { codeParcelle, longitude, latitude } = draft;
  const isAsked = isAuthenticated && codeParcelle !== '' && longitude !== null && latitude !== null;
  const query = { longitude: String(longitude), latitude: String(latitude), ...parcelsInQuery(draft) };
  return useQuery(
    queryOptions({
      queryKey: ['plan-pieces', codeParcelle, query],
      staleTime: 5 * 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      queryFn: isAsked
        ? ({ signal }) => call(listPlanPages, { params: { code_parcelle: codeParcelle }, query, signal })
        : skipToken,
    }),
  );
}

/** The plans of the free preview, for a visitor without a session; undefined where it does not know them all. */
function usePreviewedPlans(draft: Draft, isAuthenticated: boolean) {
  const place = useMemo(() => (isAuthenticated ? null : placeOf(draft)), [draft, isAuthenticated]);
  const property = useMemo(() => ({ codes: parcelsOf(draft), isOne: true }), [draft]);
  const plans = usePreview(place, property).data?.plans;
  return plans && { plans, travaux: plans.flatMap(({ travaux }) => travaux ?? []) };
}

/** What the free preview knows that the document will leave open; undefined while awaited, null when it is not known. */
export function usePreviewedQuestions(draft: Draft) {
  const place = useMemo(() => placeOf(draft), [draft]);
  const property = useMemo(() => ({ codes: parcelsOf(draft), isOne: true }), [draft]);
  const { data, isError } = usePreview(place, property);
  if (data === undefined) return isError ? null : undefined;
  const isLease = draft.transaction === 'Location';
  return data.questions?.filter(({ vente_seulement: isOfSale }) => !isOfSale || !isLease) ?? null;
}

/** `known`: the plans and decrees that the owner is asked about. */
export function usePlans(draft: Draft, isAuthenticated: boolean) {
  const documents = usePlanDocuments(draft, isAuthenticated);
  const previewed = usePreviewedPlans(draft, isAuthenticated);
  return { documents, known: documents.data ?? previewed };
}

function placeOf({ adresse, cadastre, codeParcelle, latitude, longitude }: Draft): ChosenPlace | null {
  if (codeParcelle === '' || latitude === null || longitude === null) return null;
  return { adresse, cadastre, codeParcelle, latitude, longitude };
}

type PlanPagesFieldsProps = {
  /** Undefined while loading, null after a failure: the panel is shown all the same, so that nothing moves. */
  pieces: PlanPages[] | null | undefined;
  value: PlanPageChoice[];
  onChange: (choices: PlanPageChoice[]) => void;
};

/** Which pages of the plans' maps and règlements the document takes (R125-24 1°). All optional. */
export function PlanPagesFields({ pieces, value, onChange }: PlanPagesFieldsProps) {
  const long = pieces?.filter(({ pages }) => pages > 1) ?? [];
  const why = long.length === 0 ? whyNone(pieces) : null;
  return (
    <Disclosure
      look="panel"
      label={
        <>
          Pages des plans à joindre <span className={styles.optional}>(facultatif)</span>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.help}>
          La loi demande l’extrait de la carte et du règlement qui concerne votre bien. Sans réponse, les pages sont
          choisies automatiquement&nbsp;; lisez l’original sur www.georisques.gouv.fr pour confirmer.
        </p>
        {why !== null && <output>{why}</output>}
        {long.map((piece) => (
          <Piece
            key={piece.sha256 + piece.piece}
            piece={piece}
            choice={value.find((one) => one.piece === piece.piece && one.sha256 === piece.sha256)}
            onChoose={(pages) => onChange(withChoice(value, piece, pages))}
          />
        ))}
      </div>
    </Disclosure>
  );
}

function whyNone(pieces: PlanPagesFieldsProps['pieces']): string {
  if (pieces === undefined) return 'Recherche des plans de ce lieu…';
  if (pieces === null)
    return 'Les plans de ce lieu n’ont pas pu être lus\u00A0: les pages seront choisies automatiquement.';
  return 'Aucun plan de ce lieu n’a de pages à choisir.';
}

type Mode = 'auto' | 'confirmed' | 'all' | 'own';
type PlanDocumentFieldsProps = {
  piece: PlanPages;
  choice: PlanPageChoice | undefined;
  onChoose: (pages: number[] | 'toutes' | null) => void;
};

function Piece({ piece, choice, onChoose }: PlanDocumentFieldsProps) {
  const name = useId();
  const [mode, setMode] = useState<Mode>(() => modeOf(piece, choice));
  const [typed, setTyped] = useState(() => pagesText(choice?.pages ?? []));
  const choose = (next: Mode) => {
    setMode(next);
    onChoose(pagesOf(next, piece, typed));
  };
  const isWrong = typed !== '' && readPages(typed, piece.pages) === null;
  return (
    <fieldset className={styles.question}>
      <legend>{piece.titre}</legend>
      <div className={styles.answers}>
        {modesOf(piece).map(([one, label]) => (
          <label key={one}>
            <input type="radio" name={name} checked={mode === one} onChange={() => choose(one)} />
            {label}
          </label>
        ))}
      </div>
      {mode === 'own' && (
        <TextField
          label="Pages à joindre"
          help={`De 1 à ${piece.pages}, par exemple\u00A0: 1, 3, 7 à 9.`}
          error={isWrong && `Écrivez des numéros de page, de 1 à ${piece.pages}\u00A0: 1, 3, 7 à 9.`}
          inputMode="text"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onChoose(pagesOf('own', piece, event.target.value));
          }}
        />
      )}
    </fieldset>
  );
}

function pagesOf(mode: Mode, piece: PlanPages, typed: string): number[] | 'toutes' | null {
  if (mode === 'all') return 'toutes';
  if (mode === 'confirmed') return piece.proposees;
  return mode === 'own' ? readPages(typed, piece.pages) : null;
}

function modeOf({ raison, proposees }: PlanPages, choice: PlanPageChoice | undefined): Mode {
  if (choice === undefined) return 'auto';
  if (choice.pages === null) return 'all';
  return raison === 'zone' && pagesText(choice.pages) === pagesText(proposees) ? 'confirmed' : 'own';
}

/** Pages found by their text are a guess until the user has checked them. */
function modesOf({ raison, proposees, pages }: PlanPages): [Mode, string][] {
  const found = `${proposees.length > 1 ? 'pages' : 'page'} ${pagesText(proposees)}`;
  const own: [Mode, string] = ['own', 'D’autres pages'];
  const all: [Mode, string] = ['all', `Toutes les pages (${pages})`];
  switch (raison) {
    case 'toutes':
      return [['auto', `Toutes les pages (${pages})`], own];
    case 'coordonnees':
      return [['auto', `Celle qui montre le bien\u00A0: ${found}`], all, own];
    case 'zone':
      return [
        ['auto', `À confirmer plus tard\u00A0: ${found}`],
        ['confirmed', `Je confirme\u00A0: ${found}`],
        all,
        own,
      ];
    case 'aucune':
      return [['auto', 'Je choisirai plus tard'], all, own];
  }
}
