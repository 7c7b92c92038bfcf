import { useId, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import {
  HATCHING_SIZE,
  HATCHINGS,
  HAZARD_LAYERS,
  type HazardLayer,
  type Hazards,
  type MapZones,
} from './hazard-layers.ts';
import styles from './hazard-legend.module.css';

/** Whether published zones of plans are known around the property; null before a property is chosen. */
export type PlanZonesState = 'publie' | 'rien_de_publie' | 'non_obtenu' | 'attente' | null;

type HazardLegendProps = { hazards: Hazards; plans: PlanZonesState; onChange: (hazards: Hazards) => void };

/** Maximum of names on a line of the legend: more would cover the map. */
const MAX_NAMES = 3;
/** Open, it covers a third of the map of a smaller screen. */
const WIDE = '(min-width: 80rem) and (min-height: 50rem)';

/** Explains the hatchings, and toggles them. */
export function HazardLegend({ hazards, plans, onChange }: HazardLegendProps) {
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const present = HAZARD_LAYERS.filter((layer) => namesOf(hazards.zones, layer).length > 0);
  return (
    <>
      <output className="visually-hidden">{spokenOf(hazards, plans)}</output>
      {(present.length > 0 || plans === 'rien_de_publie' || plans === 'non_obtenu') && (
        <div className={styles.legend}>
          <details open={isWide}>
            <summary>Zones sur la carte</summary>
            <Layers present={present} hazards={hazards} plans={plans} onChange={onChange} />
          </details>
          {present.length > 0 && (
            <IconButton
              label={hazards.areOff ? 'Afficher les zones' : 'Masquer les zones'}
              onClick={() => onChange({ ...hazards, areOff: !hazards.areOff })}
            >
              {hazards.areOff ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
            </IconButton>
          )}
        </div>
      )}
    </>
  );
}

function Layers({ present, hazards, plans, onChange }: HazardLegendProps & { present: HazardLayer[] }) {
  const opacityId = useId();
  const toggle = (layer: HazardLayer, isShown: boolean) => {
    const others = hazards.hidden.filter((one) => one !== layer);
    onChange({ ...hazards, hidden: isShown ? others : [...others, layer] });
  };
  return (
    <div className={styles.content}>
      {present.map((layer) => (
        <Checkbox
          key={layer}
          checked={!hazards.hidden.includes(layer)}
          disabled={hazards.areOff}
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
      {present.length > 0 && (
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
      )}
      {plans === 'rien_de_publie' || plans === 'non_obtenu' ? <p>{PLANS[plans]}</p> : null}
      <p>Contours simplifiés, sans valeur légale. Hors d’une zone dessinée, rien ne dit qu’il n’y a pas de risque.</p>
    </div>
  );
}

const PLANS = {
  publie: '',
  attente: '',
  rien_de_publie:
    'Aucun zonage de plan de prévention n’est publié ici. Cela ne veut pas dire qu’il n’y a pas de risque.',
  non_obtenu: 'Les zonages des plans de prévention n’ont pas pu être obtenus. Il peut y en avoir ici.',
};

/** Says the legend in words. */
function spokenOf({ zones, areOff }: Hazards, plans: PlanZonesState): string {
  if (areOff) return 'Les zones de la carte sont masquées.';
  const lines = HAZARD_LAYERS.flatMap((layer) => {
    const names = namesOf(zones, layer);
    return names.length > 0 ? `${HATCHINGS[layer].label}\u00A0: ${names.join(' ; ')}.` : [];
  });
  const drawn = lines.length > 0 ? ['Zones publiées autour du bien.', ...lines] : [];
  return [...drawn, plans && PLANS[plans]].filter(Boolean).join(' ');
}

function namesOf(zones: MapZones | null, layer: HazardLayer): string[] {
  const names = (zones?.features ?? []).flatMap(({ properties }) =>
    properties.rubrique === layer ? [properties.libelle] : [],
  );
  return [...new Set(names)];
}

function Swatch({ layer }: { layer: HazardLayer }) {
  const { colours, path } = HATCHINGS[layer];
  const id = useId();
  const color = `light-dark(${colours.light}, ${colours.dark})`;
  return (
    <svg className={styles.swatch} style={{ color }} width="28" height="20" aria-hidden="true">
      <pattern id={id} width={HATCHING_SIZE} height={HATCHING_SIZE} patternUnits="userSpaceOnUse">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </pattern>
      <rect className={styles.ground} x="1" y="1" width="26" height="18" />
      <rect x="1" y="1" width="26" height="18" fill={`url(#${id})`} stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
