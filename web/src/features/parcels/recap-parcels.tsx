import { parcelsLabel, shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { parcelsOf, type Draft } from '#features/drafts/draft.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { areaOf, totalOf } from './property-parcels.ts';
import { useChosenParcels } from './use-property-parcels.ts';
import styles from './recap-parcels.module.css';
import { LandPlot } from 'lucide-react';

/** « AB 12 et 3 autres parcelles », the total, and each one with its commune and area as soon as they are known. */
export function RecapParcels({ draft }: { draft: Draft }) {
  const codes = parcelsOf(draft);
  const { data } = useChosenParcels(codes);
  const parcels = data?.parcelles ?? [];
  return (
    <div className={styles.parcels}>
      <span>{parcelsLabel(codes)}</span>
      <span className={styles.total}>{totalOf(codes, parcels)}</span>
      <Disclosure label="Voir les parcelles">
        <ul className={styles.list}>
          {codes.map((code) => {
            const parcel = parcels.find((one) => parcelCode(one) === code);
            const facts = [parcel?.nom_commune, parcel && areaOf(parcel)];
            return <li key={code}>{[shortParcel(code), ...facts].filter(Boolean).join(', ')}</li>;
          })}
        </ul>
      </Disclosure>
      {data?.refus && <p className={styles.refusal}>{data.refus}</p>}
    </div>
  );
}

/** On a phone, directly above the next step: what it is about, which the list below the map may not show any more. */
export function ChosenParcels({ codes, first }: { codes: readonly string[]; first: NearbyParcel }) {
  const facts = codes.length > 1 ? [] : [first.nom_commune, areaOf(first)];
  return (
    <p className={styles.chosen}>
      <LandPlot aria-hidden="true" />
      <span>
        <strong>Parcelle {parcelsLabel(codes)}</strong>
        {facts.filter(Boolean).map((fact) => `, ${fact}`)}
      </span>
    </p>
  );
}
