import { parcelsLabel } from '@clairisque/contract/common/parcel-codes.ts';
import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { LandPlot } from 'lucide-react';
import styles from './chosen-parcels.module.css';
import { areaOf } from './property-parcels.ts';

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
