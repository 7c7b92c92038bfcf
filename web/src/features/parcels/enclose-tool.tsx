import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import type { Frame } from './enclosed-parcels.ts';
import type { Enclosing } from './use-enclosing.ts';
import type { InViewState } from './use-parcels-in-view.ts';
import styles from './enclose-tool.module.css';

/** « Entourer des parcelles »: by a line on the map, or by the frame in the middle of it. */
export function EncloseTool({ enclosing, added, onUndo }: { enclosing: Enclosing; added: number; onUndo: () => void }) {
  const id = useId();
  if (!enclosing.isPossible) return null;
  const { isOn, toggle } = enclosing;
  return (
    <div className={styles.tool}>
      <div className={styles.buttons}>
        <Button variant="secondary" aria-expanded={isOn} aria-controls={isOn ? id : undefined} onClick={toggle}>
          Entourer des parcelles
        </Button>
        {added > 0 && (
          <Button
            variant="quiet"
            onClick={({ currentTarget }) => {
              focusFirst(currentTarget.parentElement);
              onUndo();
            }}
          >
            Annuler l’ajout de {added === 1 ? 'cette parcelle' : `ces ${added} parcelles`}
          </Button>
        )}
      </div>
      {isOn && <Settings id={id} enclosing={enclosing} />}
    </div>
  );
}

/** On a small screen, where not all of them fit, from the first line on. The focus goes back to the button that opened them. */
function bringIntoView(settings: HTMLElement | null) {
  settings?.scrollIntoView({ block: 'nearest' });
  settings?.querySelector('p')?.scrollIntoView({ block: 'nearest' });
  return () => void (settings?.contains(document.activeElement) && focusFirst(settings.parentElement));
}

const focusFirst = (tool: Element | null): void => tool?.querySelector('button')?.focus({ preventScroll: true });

function Settings({ id, enclosing }: { id: string; enclosing: Enclosing }) {
  const { state, retry, frame, resize, framed, chooseFramed } = enclosing;
  return (
    <fieldset ref={bringIntoView} id={id} aria-label="Entourer des parcelles" className={styles.settings}>
      <p>
        Tracez un trait sur la carte, à la souris ou au doigt&nbsp;: les parcelles entourées à plus de la moitié sont
        choisies. Ou placez le cadre&nbsp;: les flèches déplacent la carte. Échap pour arrêter.
      </p>
      <output className={styles.state}>{state === 'ready' ? countOf(framed) : IN_VIEW_WAITING[state]}</output>
      {state === 'failed' && (
        <Button variant="secondary" onClick={retry}>
          Réessayer
        </Button>
      )}
      <Slider label="Largeur du cadre" value={frame.width} count={framed} onChange={(width) => resize({ width })} />
      <Slider label="Hauteur du cadre" value={frame.height} count={framed} onChange={(height) => resize({ height })} />
      <Button variant="secondary" disabled={framed === 0} onClick={chooseFramed}>
        Choisir les parcelles du cadre
      </Button>
    </fieldset>
  );
}

const countOf = (framed: number): string =>
  framed === 0
    ? 'Aucune parcelle dans le cadre.'
    : `${framed}\u00A0${framed === 1 ? 'parcelle' : 'parcelles'} dans le cadre.`;

/** Why the parcels in view are not there yet. */
export const IN_VIEW_WAITING: Record<Exclude<InViewState, 'ready'>, string> = {
  'no-map': '',
  far: 'Zoomez pour voir le contour des parcelles.',
  'too-many': 'Plus de 1\u202F000 parcelles à l’écran\u00A0: zoomez pour voir leur contour.',
  loading: 'Chargement du contour des parcelles…',
  failed:
    'Le cadastre ne donne pas le contour des parcelles. Vous pouvez cliquer sur la carte, cocher la liste ou coller des références.',
};

type SliderProps = { label: string; value: number; count: number; onChange: (value: Frame['width']) => void };

function Slider({ label, value, count, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min="10"
        max="100"
        step="5"
        value={value}
        aria-valuetext={`${value} % de la carte, ${countOf(count)}`}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}
