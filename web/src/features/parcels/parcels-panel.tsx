import { MOST_PARCELS, shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { useEffect, useId, useRef } from 'react';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { EncloseTool } from './enclose-tool.tsx';
import { PasteReferences } from './paste-references.tsx';
import { areaOf, type ParcelRow } from './property-parcels.ts';
import type { Enclosing } from './use-enclosing.ts';
import type { PropertyParcels } from './use-property-parcels.ts';
import styles from './parcels-panel.module.css';
import listStyles from './parcel-list.module.css';

type ParcelsPanelProps = {
  property: PropertyParcels;
  enclosing: Enclosing;
  highlighted: string | null;
  onHighlight: (code: string | null) => void;
};

/** Several parcels for one property: in the list, on the map, or by their references. */
export function ParcelsPanel({ property, enclosing, highlighted, onHighlight }: ParcelsPanelProps) {
  const { codes, rows, total, message, refusal } = property;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // « Ajouter une parcelle » gave way to this panel.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section data-results className={styles.panel} aria-labelledby={id} onPointerLeave={() => onHighlight(null)}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        Les parcelles de votre bien
      </h2>
      <p className={styles.help}>
        Cochez-les dans la liste, cliquez sur la carte ou collez leurs références. Jusqu’à {MOST_PARCELS} parcelles dans
        un seul état des risques, pour un seul crédit.
      </p>
      <fieldset className={styles.rows}>
        <legend className="visually-hidden">Parcelles</legend>
        {rows.map((row) => (
          <Row
            key={row.code}
            row={row}
            isFirst={row.code === codes[0]}
            isHighlighted={row.code === highlighted}
            onToggle={() => property.toggle(row.code)}
            onHighlight={onHighlight}
          />
        ))}
      </fieldset>
      <p className={styles.total}>{total}</p>
      {refusal !== null && (
        <Banner tone="error" live title="Ces parcelles ne peuvent pas figurer dans un même état">
          {refusal}
        </Banner>
      )}
      <EncloseTool enclosing={enclosing} added={property.enclosed} onUndo={property.removeEnclosed} />
      <output className={styles.message}>{message}</output>
      <PasteReferences key={codes[0]} onPaste={property.paste} />
      <Button variant="quiet" onClick={property.close}>
        Garder seulement {shortParcel(codes[0] ?? '')}
      </Button>
    </section>
  );
}

type RowProps = {
  row: ParcelRow;
  isFirst: boolean;
  isHighlighted: boolean;
  onToggle: () => void;
  onHighlight: (code: string | null) => void;
};

function Row({ row: { code, parcel, isChosen }, isFirst, isHighlighted, onToggle, onHighlight }: RowProps) {
  return (
    <label
      className={listStyles.parcel}
      data-highlighted={isHighlighted || undefined}
      onPointerEnter={() => onHighlight(code)}
    >
      <input
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        onFocus={() => onHighlight(code)}
        onBlur={() => onHighlight(null)}
      />
      <span className={listStyles.reference}>
        {shortParcel(code)}
        <span className={listStyles.commune}>{parcel?.nom_commune ?? `Commune ${code.slice(-5)}`}</span>
      </span>
      <span className={listStyles.facts}>
        <span>{parcel && areaOf(parcel)}</span>
        {isFirst && <span>parcelle de l’adresse</span>}
      </span>
    </label>
  );
}
