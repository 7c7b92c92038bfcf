import { Autocomplete } from '@base-ui/react/autocomplete';
import type { AddressFeature } from '@clairisque/contract/addresses.ts';
import { MapPin } from 'lucide-react';
import styles from './address-field.module.css';

type AddressSuggestionsProps = { isStale: boolean; onChoose: (address: AddressFeature) => void };

/** Postcode and commune on every line: the first suggestion may be the right street in the wrong town. */
export function AddressSuggestions({ isStale, onChoose }: AddressSuggestionsProps) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner className={styles.positioner} sideOffset={6} align="start">
        <Autocomplete.Popup className={styles.popup} aria-busy={isStale || undefined}>
          <Autocomplete.List aria-label="Adresses proposées">
            {(address: AddressFeature) => (
              <Autocomplete.Item
                key={`${address.properties.label} ${address.geometry.coordinates.join()}`}
                value={address}
                className={styles.item}
                onClick={() => onChoose(address)}
              >
                <MapPin aria-hidden="true" />
                <span>
                  <span className={styles.street}>{streetOf(address)}</span>
                  <span className={styles.town}>{townOf(address)}</span>
                </span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}

function postalTown({ properties: { postcode, city } }: AddressFeature): string {
  return [postcode, city].filter(Boolean).join(' ');
}

/** « 89100 Sens · Yonne »: the name of a commune alone may be that of ten. `context` is « 89, Yonne, Bourgogne-Franche-Comté ». */
function townOf(address: AddressFeature): string {
  const { city, context } = address.properties;
  const departement = context?.split(', ')[1];
  return departement && departement !== city ? `${postalTown(address)} · ${departement}` : postalTown(address);
}

function streetOf(address: AddressFeature): string {
  const { label } = address.properties;
  const town = postalTown(address);
  const street = town && label.endsWith(town) ? label.slice(0, -town.length).trim() : label;
  return street || label;
}
