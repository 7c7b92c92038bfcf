import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import type { ChosenPlace } from '#features/drafts/draft.ts';
import styles from './chosen-place.module.css';

type PositionProps = {
  place: ChosenPlace;
  /** The address that a click on the map replaced; null when there is none to restore. */
  former: string | null;
  onKeepFormer: () => void;
};

/** The property's location, as the statement will print it. */
export function PlaceDetails({ place, former, onKeepFormer }: PositionProps) {
  const address = useRef<HTMLElement>(null);
  const keep = () => {
    onKeepFormer();
    // The button disappears with its offer.
    address.current?.focus();
  };
  return (
    <>
      <dl className={styles.position}>
        <div className={styles.address}>
          <dt>Adresse</dt>
          <dd ref={address} tabIndex={-1}>
            {place.adresse}
          </dd>
        </div>
      </dl>
      <Disclosure label="Coordonnées">
        <dl className={styles.position}>
          <div>
            <dt>Latitude</dt>
            <dd>{place.latitude.toFixed(5)}</dd>
          </div>
          <div>
            <dt>Longitude</dt>
            <dd>{place.longitude.toFixed(5)}</dd>
          </div>
        </dl>
      </Disclosure>
      {former !== null && (
        <div className={styles.former}>
          <p>La carte donne l’adresse la plus proche de votre clic. Votre bien porte une autre adresse&nbsp;?</p>
          <Button variant="secondary" onClick={keep}>
            Garder {former}
          </Button>
        </div>
      )}
    </>
  );
}
