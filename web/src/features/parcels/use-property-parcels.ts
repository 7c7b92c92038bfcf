import { MOST_PARCELS } from '@clairisque/contract/common/parcel-codes.ts';
import { chosenParcels, parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { parcelsOf, type Draft } from '#features/drafts/draft.ts';
import type { DraftDispatch } from '#features/drafts/use-draft.ts';
import { announce } from '#lib/announce.ts';
import { ApiFailure, call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { enclosedRefusal } from './enclosed-parcels.ts';
import { contains, isInFrance, type Point } from './map/geometry.ts';
import { readReferences } from '@clairisque/contract/common/parcel-references.ts';
import { changeOf, firstStays, lookUp, rowsOf, tooMany, totalOf, type PastedOutcome } from './property-parcels.ts';
import { nearbyParcelsQuery, type ParcelSelection } from './use-parcel-selection.ts';

/** The chosen parcels as the cadastre has them, and why they cannot be in one statement. */
function chosenParcelsQuery(codes: readonly string[]) {
  return queryOptions({
    queryKey: ['chosen-parcels', codes],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call(chosenParcels, { query: { codes: codes.join(',') }, signal, timeoutMs: READ_TIMEOUT_MS }),
  });
}

/** Without a call for one parcel: its own search shows it. */
export function useChosenParcels(codes: readonly string[]) {
  return useQuery({
    ...chosenParcelsQuery(codes),
    placeholderData: keepPreviousData,
    ...(codes.length < 2 && { queryFn: skipToken }),
  });
}

const CADASTRE_SILENT = 'Le cadastre ne répond pas. Réessayez dans un instant.';
const NONE: readonly NearbyParcel[] = [];

export type PropertyParcels = ReturnType<typeof usePropertyParcels>;
type Options = {
  draft: Draft;
  dispatch: DraftDispatch;
  selection: ParcelSelection;
  /** The user comes from the recap to add a parcel. */
  startsOpen: boolean;
};

/** The parcels of the property beside the one of its address, once the user asked for several. */
export function usePropertyParcels({ draft, dispatch, selection, startsOpen }: Options) {
  const [isAsked, setAsked] = useState(startsOpen);
  const [message, setMessage] = useState('');
  const [enclosed, setEnclosed] = useState<readonly string[]>([]);
  const { codes, known, remember, refusal, isOne } = useKnownParcels(draft, selection);
  const rows = useMemo(() => rowsOf(codes, known), [codes, known]);
  // The search was cleared or replaced: so is the property.
  if (isAsked && draft.codeParcelle === '') setAsked(false);
  useSpokenChanges(codes, known);
  const choice: Choice = { codes, known, remember, dispatch, say: setMessage };
  return {
    isOpen: selection.place !== null && (isAsked || draft.others.length > 0),
    open: () => setAsked(true),
    /** Back to the one parcel of the address. */
    close: () => {
      setAsked(false);
      setMessage('');
      setEnclosed([]);
      dispatch({ type: 'parcels changed', removed: draft.others });
    },
    codes,
    rows,
    total: totalOf(codes, known),
    message,
    refusal,
    /** One statement may have them all, as far as the cadastre answered. */
    isOne,
    toggle: (code: string) => toggle(choice, code),
    /** A click on the map: adds the parcel there, or removes it. The cadastre is asked when it is not in view. */
    pick: (point: Point, inView: readonly NearbyParcel[]) => pick(choice, point, inView),
    /** All or none; false for none. */
    addAll: (parcels: readonly NearbyParcel[]) => {
      const added = addAll(choice, parcels);
      if (added.length > 0) setEnclosed(added);
      return added.length > 0;
    },
    /** How many of the last parcels added together are still chosen. */
    enclosed: enclosed.filter((code) => codes.includes(code)).length,
    removeEnclosed: () => {
      setEnclosed([]);
      dispatch({ type: 'parcels changed', removed: enclosed });
    },
    paste: (text: string) => paste(choice, text),
  };
}

type Choice = {
  codes: readonly string[];
  known: readonly NearbyParcel[];
  remember: (parcels: readonly NearbyParcel[]) => void;
  dispatch: DraftDispatch;
  say: (message: string) => void;
};

function add({ codes, remember, dispatch, say }: Choice, parcel: NearbyParcel): void {
  const code = parcelCode(parcel);
  remember([parcel]);
  say(codes.length < MOST_PARCELS || codes.includes(code) ? '' : tooMany(code));
  dispatch({ type: 'parcels changed', added: [code] });
}

function toggle(choice: Choice, code: string): void {
  const { codes, known, dispatch, say } = choice;
  const parcel = known.find((one) => parcelCode(one) === code);
  if (code === codes[0]) return say(firstStays(code));
  if (!codes.includes(code)) return parcel && add(choice, parcel);
  say('');
  dispatch({ type: 'parcels changed', removed: [code] });
}

function addAll({ codes, remember, dispatch, say }: Choice, parcels: readonly NearbyParcel[]): string[] {
  const fresh = parcels.filter((parcel) => !codes.includes(parcelCode(parcel)));
  const refusal = enclosedRefusal({ found: parcels.length, fresh: fresh.length, chosen: codes.length });
  say(refusal ?? '');
  if (refusal !== null) return [];
  const added = fresh.map(parcelCode);
  remember(fresh);
  dispatch({ type: 'parcels changed', added });
  return added;
}

async function pick(choice: Choice, point: Point, inView: readonly NearbyParcel[]): Promise<void> {
  const there = choice.known.find(({ multiPolygon }) => contains(multiPolygon, point));
  if (there) return toggle(choice, parcelCode(there));
  const seen = inView.find(({ multiPolygon }) => contains(multiPolygon, point));
  if (seen) return add(choice, seen);
  if (!isInFrance(point)) return choice.say('Ce point est hors de France.');
  choice.say('Recherche de la parcelle…');
  try {
    const [nearest] = await queryClient.fetchQuery(nearbyParcelsQuery(point));
    if (nearest) add(choice, nearest);
    else choice.say('Aucune parcelle à cet endroit.');
  } catch (error) {
    const refusal = error instanceof ApiFailure && error.status === 400 ? refusalSentence(error) : null;
    choice.say(refusal ?? CADASTRE_SILENT);
  }
}

async function paste({ codes, remember, dispatch, say }: Choice, text: string): Promise<PastedOutcome | null> {
  say('');
  const references = readReferences(text, codes[0]?.slice(-5) ?? '');
  try {
    const ask = (batch: string[]) => queryClient.fetchQuery(chosenParcelsQuery(batch));
    const outcome = await lookUp({ ...references, codes }, ask);
    remember(outcome.added);
    dispatch({ type: 'parcels changed', added: outcome.added.map(parcelCode) });
    return outcome;
  } catch {
    say(CADASTRE_SILENT);
    return null;
  }
}

/** Every parcel that step 1 met: those around the address, those of the draft, and those added since. */
function useKnownParcels(draft: Draft, selection: ParcelSelection) {
  const { codeParcelle, others } = draft;
  const codes = useMemo(() => parcelsOf({ codeParcelle, others }), [codeParcelle, others]);
  const { data, isFetching } = useChosenParcels(codes);
  const [met, setMet] = useState(NONE);
  const [absorbed, setAbsorbed] = useState(data);
  const remember = (parcels: readonly NearbyParcel[]) => setMet((before) => union(before, parcels));
  if (data !== absorbed) {
    setAbsorbed(data);
    if (data) remember(data.parcelles);
  }
  if (codeParcelle === '' && met.length > 0) setMet(NONE);
  const around = selection.parcels;
  const known = useMemo(() => union(around, met), [around, met]);
  const refusal = (codes.length > 1 && data?.refus) || null;
  return { codes, known, remember, refusal, isOne: !isFetching && refusal === null };
}

/** The first of each code stays, at its place. */
function union(some: readonly NearbyParcel[], more: readonly NearbyParcel[]): readonly NearbyParcel[] {
  const codes = new Set(some.map(parcelCode));
  const fresh = more.filter((parcel) => !codes.has(parcelCode(parcel)));
  return fresh.length === 0 ? some : [...some, ...fresh];
}

function useSpokenChanges(codes: readonly string[], known: readonly NearbyParcel[]): void {
  const former = useRef(codes);
  const speak = useEffectEvent((before: readonly string[]) => {
    const isSame = before[0] === codes[0];
    const change = isSame ? changeOf(before, codes) : null;
    if (change !== null) announce(`${change} ${totalOf(codes, known)}.`);
  });
  useEffect(() => {
    speak(former.current);
    former.current = codes;
  }, [codes]);
}
