import { unprintable } from '@clairisque/contract/common/text.ts';
import { ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useInView } from '#lib/later.ts';
import { useStill } from '#lib/use-still.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { AddressField, type Doubt } from '#features/addresses/address-field.tsx';
import type { Draft } from '#features/drafts/draft.ts';
import { LazyMap } from '#features/parcels/map/lazy-map.tsx';
import { ChosenParcels } from '#features/parcels/recap-parcels.tsx';
import { ParcelList } from '#features/parcels/parcel-list.tsx';
import { ParcelsPanel } from '#features/parcels/parcels-panel.tsx';
import { ParcelsSeen } from '#features/parcels/parcels-seen.tsx';
import { PlaceDetails } from '#features/parcels/chosen-place.tsx';
import { PreviewCard, PreviewGlance, SuggestionPreview } from '#features/preview/preview-card.tsx';
import { usePreview, type PreviewQuery } from '#features/preview/preview-query.ts';
import { useMapZones } from '#features/preview/map-zones.ts';
import { SelectionStatus } from '#features/parcels/selection-status.tsx';
import { StepHeading } from './progress-steps.tsx';
import { STEP_TITLES } from './step-titles.ts';
import styles from './step-search.module.css';
import type { DraftDispatch } from '#features/drafts/use-draft.ts';
import { useMapScene } from '#features/parcels/use-map-scene.ts';
import { usePropertyParcels, type PropertyParcels } from '#features/parcels/use-property-parcels.ts';
import { useParcelSelection, type ParcelSelection } from '#features/parcels/use-parcel-selection.ts';

type StepSearchProps = {
  draft: Draft;
  dispatch: DraftDispatch;
  /** From `?adresse=`: searched and validated on arrival. */
  askedAddress: string | null;
  isArrival: boolean;
  /** The user comes from the recap to add a parcel. */
  isAddingParcels: boolean;
  /** A draft left elsewhere, below the address: it comes late, and moves no button that is about to be pressed. */
  offer: ReactNode;
  onContinue: () => void;
};

/** Step 1: the address and its parcel, in the panel or on the map. */
export function StepSearch({ draft, dispatch, askedAddress, offer, onContinue, ...arrival }: StepSearchProps) {
  const selection = useParcelSelection(draft, dispatch);
  const [typed, setTyped] = useState<string | null>(askedAddress);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const property = usePropertyParcels({ draft, dispatch, selection, startsOpen: arrival.isAddingParcels });
  const map = useMapScene({ selection, property, highlighted });
  const preview = usePreview(selection.place, property);
  const zones = useMapZones(selection.point, preview);
  const refusal = typed === null ? addressRefusal(selection.adresse) : null;

  function type(text: string) {
    setTyped(text);
    setDoubt(null);
    // The map would no longer match the field.
    if (selection.state !== 'empty') selection.clear('empty');
  }

  const confirm = () => {
    selection.retry();
    if (selection.point) map.follow(selection.point);
  };

  return (
    <div className={styles.split}>
      <section className={styles.panel} aria-labelledby="etape">
        <StepHeading isArrival={arrival.isArrival}>{STEP_TITLES[1]}</StepHeading>
        <p className={styles.lead}>
          Cherchez l’adresse ou la parcelle (75113&nbsp;BR&nbsp;12). Le crédit n’est dépensé qu’à la génération.
        </p>
        <AddressField
          text={typed ?? selection.adresse ?? ''}
          validateAtOnce={askedAddress !== null}
          onType={type}
          onChoose={(address) => {
            setTyped(null);
            setDoubt(null);
            selection.searchAddress(address);
            map.follow({ longitude: address.geometry.coordinates[0], latitude: address.geometry.coordinates[1] });
          }}
          doubt={doubt}
          onDoubt={setDoubt}
          refusal={refusal}
          footer={SuggestionPreview}
          onConfirm={typed === null && selection.adresse !== null ? confirm : null}
        />
        <SelectionStatus selection={selection} />
        {offer}
        {(selection.state === 'found' || selection.state === 'to-choose') && (
          <Parcels
            {...{ selection, property, map, preview, highlighted, onContinue }}
            addressFault={addressFault(refusal, doubt)}
            onHighlight={setHighlighted}
          />
        )}
        <ParcelsSeen
          {...map.seen}
          onHighlight={setHighlighted}
          onChoose={(seen) => {
            setTyped(null);
            if (!property.isOpen) setDoubt(null);
            map.seen.onChoose(seen);
          }}
        />
      </section>
      <section className={styles.map} data-front={map.enclosing.isOn || undefined} aria-label="Carte">
        <LazyMap
          {...map.scene}
          {...zones}
          onHover={setHighlighted}
          onPick={(point) => {
            setTyped(null);
            if (!property.isOpen) setDoubt(null);
            map.pick(point);
          }}
        />
      </section>
    </div>
  );
}

type ParcelsProps = {
  selection: ParcelSelection;
  property: PropertyParcels;
  map: ReturnType<typeof useMapScene>;
  preview: PreviewQuery;
  /** What must be done about the address before the next step. */
  addressFault: string | undefined;
  highlighted: string | null;
  onHighlight: (code: string | null) => void;
  onContinue: () => void;
};

/** The list, and the prescribed field and button, which are empty and inactive until a parcel is chosen. */
function Parcels(props: ParcelsProps) {
  const { selection, property, map, preview, highlighted, onHighlight } = props;
  const { parcels, chosen, place } = selection;
  const [previewHeading, isPreviewSeen] = useInView();
  const [isPreviewOpen, setPreviewOpen] = useState(() => window.matchMedia(WIDE).matches);
  return (
    <>
      {property.isOpen ? (
        <ParcelsPanel
          property={property}
          enclosing={map.enclosing}
          highlighted={highlighted}
          onHighlight={onHighlight}
        />
      ) : (
        <ParcelList
          parcels={parcels}
          chosen={chosen}
          highlighted={highlighted}
          onChoose={selection.choose}
          onHighlight={onHighlight}
        />
      )}
      {place && !property.isOpen && (
        <Button variant="secondary" onClick={property.open}>
          Ajouter une parcelle
        </Button>
      )}
      {place && <PlaceDetails place={place} former={selection.former} onKeepFormer={selection.keepFormer} />}
      <TextField label="Code cadastre" readOnly value={place?.cadastre ?? ''} />
      <Next {...props} isPreviewSeen={isPreviewSeen} isPreviewOpen={isPreviewOpen} onPreview={setPreviewOpen} />
      {place && (
        <PreviewCard
          preview={preview}
          isOpen={isPreviewOpen}
          headingRef={previewHeading}
          parcels={property.codes.length}
          isRefused={property.refusal !== null}
        />
      )}
    </>
  );
}

type NextProps = ParcelsProps & {
  isPreviewSeen: boolean;
  isPreviewOpen: boolean;
  onPreview: (isOpen: boolean) => void;
};

/** The next step, and what it is about. */
function Next({ selection, property, preview, addressFault, map, onContinue, ...glance }: NextProps) {
  const { chosen, place } = selection;
  // The preview, and the list of what the map shows.
  const arrived = [preview.dataUpdatedAt, preview.errorUpdatedAt, map.seen.cross !== null].join(' ');
  const button = useStill<HTMLButtonElement>(arrived);
  return (
    <div className={styles.next} data-ready={place !== null || undefined}>
      {preview.data && (
        <PreviewGlance
          preview={preview.data}
          isListSeen={glance.isPreviewSeen}
          isOpen={glance.isPreviewOpen}
          onToggle={glance.onPreview}
        />
      )}
      {chosen && <ChosenParcels codes={property.codes} first={chosen} />}
      <Button
        ref={button}
        size="large"
        disabledReason={whyNotYet({ isPlaceKnown: place !== null, addressFault }, property)}
        onClick={onContinue}
      >
        Continuer vers l'étape suivante
        <ArrowRight aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Beside the map the preview is open; on a phone it is one line that opens. */
const WIDE = '(min-width: 62rem)';

function whyNotYet(
  { isPlaceKnown, addressFault }: { isPlaceKnown: boolean; addressFault: string | undefined },
  { isOpen, refusal }: PropertyParcels,
): string | undefined {
  if (addressFault !== undefined) return addressFault;
  if (!isPlaceKnown) return 'Choisissez d’abord la parcelle.';
  return isOpen && refusal !== null ? 'Corrigez d’abord la liste des parcelles.' : undefined;
}

/** The server would refuse it at the order, two steps later. */
function addressRefusal(adresse: string | null): string | null {
  const why = adresse === null ? null : unprintable(adresse);
  return why && `${why} Choisissez une autre adresse, ou cliquez sur la carte.`;
}

function addressFault(refusal: string | null, doubt: Doubt | null): string | undefined {
  if (refusal !== null) return 'Changez d’abord l’adresse.';
  return doubt === null ? undefined : 'Confirmez d’abord l’adresse.';
}
