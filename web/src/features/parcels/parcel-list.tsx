import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { useId } from 'react';
import styles from './parcel-list.module.css';

type ParcelListProps = {
  parcels: NearbyParcel[];
  chosen: NearbyParcel | null;
  highlighted: string | null;
  onChoose: (code: string) => void;
  onHighlight: (code: string | null) => void;
};

const AREA = new Intl.NumberFormat('fr-FR');

/** The main way to choose the parcel: radio buttons, which arrows and screen readers support natively. */
export function ParcelList({ parcels, chosen, highlighted, onChoose, onHighlight }: ParcelListProps) {
  const name = useId();
  return (
    <fieldset
      data-results
      className={styles.list}
      aria-describedby={`${name}-aide`}
      onPointerLeave={() => onHighlight(null)}
    >
      <legend>{legendOf(parcels, chosen)}</legend>
      <p id={`${name}-aide`} className={styles.help}>
        {chosen && 'Le terrain en vert sur la carte. '}Son numéro au cadastre figure sur votre titre de propriété.
      </p>
      {parcels.map((parcel) => {
        const code = parcelCode(parcel);
        return (
          <label
            key={code}
            className={styles.parcel}
            data-highlighted={code === highlighted || undefined}
            onPointerEnter={() => onHighlight(code)}
          >
            <input
              type="radio"
              name={name}
              checked={parcel === chosen}
              onChange={() => onChoose(code)}
              onFocus={() => onHighlight(code)}
              onBlur={() => onHighlight(null)}
            />
            <span className={styles.reference}>
              {shortParcel(code)}
              <span className={styles.commune}>{parcel.nom_commune}</span>
            </span>
            <span className={styles.facts}>
              <span>{areaOf(parcel)}</span>
              <span>{distanceOf(parcel)}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function legendOf(parcels: NearbyParcel[], chosen: NearbyParcel | null): string {
  if (chosen === null) return 'Quelle est votre parcelle\u00A0?';
  return parcels.length > 1 ? 'Est-ce bien cette parcelle\u00A0?' : 'La parcelle trouvée';
}

/** The cadastre's « contenance », a fiscal figure: the document calls it « surface cadastrale ». */
function areaOf({ contenance }: NearbyParcel): string {
  return contenance === null ? 'surface inconnue' : `surface ${AREA.format(contenance)}\u00A0m²`;
}

function distanceOf({ distance }: NearbyParcel): string {
  return distance < 1 ? 'au point choisi' : `à\u00A0${AREA.format(Math.round(distance))}\u00A0m`;
}
