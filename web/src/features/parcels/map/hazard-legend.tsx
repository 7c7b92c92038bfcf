import type { PreviewLayer, PreviewZones } from '@clairisque/contract/preview.ts';
import { useId, useState } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { HATCHING_SIZE, HATCHINGS, HAZARD_LAYERS, type Hazards } from './hazard-layers.ts';
import styles from './hazard-legend.module.css';

type HazardLegendProps = { hazards: Hazards; onChange: (hazards: Hazards) => void };

/** Maximum of names on a line of the legend: more would cover the map. */
const MAX_NAMES = 3;
const WIDE = '(min-width: 62rem)';

/** Explains the hatchings, and toggles them. Empty where no zone is known nearby. */
export function HazardLegend({ hazards, onChange }: HazardLegendProps) {
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const opacityId = useId();
  const present = HAZARD_LAYERS.filter((layer) => namesOf(hazards.zones, layer).length > 0);
  if (present.length === 0) return null;

  const toggle = (layer: PreviewLayer, isShown: boolean) => {
    const others = hazards.hidden.filter((one) => one !== layer);
    onChange({ ...hazards, hidden: isShown ? others : [...others, layer] });
  };
  return (
    <details className={styles.legend} open={isWide}>
      <summary>Zones sur la carte</summary>
      <div className={styles.content}>
        {present.length > 1 && (
          <Checkbox
            checked={present.some((layer) => !hazards.hidden.includes(layer))}
            onChange={({ currentTarget }) =>
              onChange({ ...hazards, hidden: currentTarget.checked ? [] : HAZARD_LAYERS })
            }
            label="Toutes les zones"
          />
        )}
        {present.map((layer) => (
          <Checkbox
            key={layer}
            checked={!hazards.hidden.includes(layer)}
            onChange={({ currentTarget }) => toggle(layer, currentTarget.checked)}
            label={
              <span className={styles.label}>
                <Swatch layer={layer} />
                {HATCHINGS[layer].label}
              </span>
            }
            help={namesOf(hazards.zones, layer).slice(0, MAX_NAMES).join(' ; ')}
          />
        ))}
        <div className={styles.opacity}>
          <label htmlFor={opacityId}>Opacité</label>
          <input
            id={opacityId}
            type="range"
            min="20"
            max="100"
            step="10"
            value={Math.round(hazards.opacity * 100)}
            aria-valuetext={`${Math.round(hazards.opacity * 100)} %`}
            onChange={({ currentTarget }) => onChange({ ...hazards, opacity: Number(currentTarget.value) / 100 })}
          />
        </div>
        <p>Contours simplifiés, sans valeur légale.</p>
      </div>
    </details>
  );
}

function namesOf(zones: PreviewZones | null, layer: PreviewLayer): string[] {
  const names = (zones?.features ?? []).flatMap(({ properties }) =>
    properties.rubrique === layer ? [properties.libelle] : [],
  );
  return [...new Set(names)];
}

function Swatch({ layer }: { layer: PreviewLayer }) {
  const { colour, path } = HATCHINGS[layer];
  const id = useId();
  return (
    <svg className={styles.swatch} width="28" height="20" aria-hidden="true">
      <pattern id={id} width={HATCHING_SIZE} height={HATCHING_SIZE} patternUnits="userSpaceOnUse">
        <path d={path} fill="none" stroke={colour} strokeWidth="1.5" strokeLinecap="round" />
      </pattern>
      <rect x="1" y="1" width="26" height="18" fill="#f3f0e8" />
      <rect x="1" y="1" width="26" height="18" fill={`url(#${id})`} stroke={colour} strokeWidth="2" />
    </svg>
  );
}
