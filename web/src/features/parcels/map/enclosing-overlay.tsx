import { useRef, useState, type PointerEvent } from 'react';
import type { Frame } from '../enclosed-parcels.ts';
import styles from './enclosing-overlay.module.css';

/** A stroke in pixels from the upper left of the map. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** Closer points add nothing that a hand means. */
const STEP_PX = 4;
/** A click, or a hand that trembles. */
const SMALLEST_PX = 12;

/** Above the map while the user draws a line; the frame is for the keyboard, and reads the same. */
export function EnclosingOverlay({ frame, onStroke }: { frame: Frame; onStroke: (stroke: Stroke) => void }) {
  const area = useRef<SVGSVGElement>(null);
  const [stroke, setStroke] = useState<Stroke>([]);

  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top } = area.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return [clientX - left, clientY - top];
  };
  function move(event: PointerEvent) {
    const [last] = stroke.slice(-1);
    const next = at(event);
    if (last && Math.hypot(next[0] - last[0], next[1] - last[1]) >= STEP_PX) setStroke([...stroke, next]);
  }
  function end() {
    setStroke([]);
    if (isMeant(stroke)) onStroke(stroke);
  }

  return (
    <svg
      ref={area}
      className={styles.overlay}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStroke([at(event)]);
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setStroke([])}
    >
      <rect
        className={styles.frame}
        x={`${50 - frame.width / 2}%`}
        y={`${50 - frame.height / 2}%`}
        width={`${frame.width}%`}
        height={`${frame.height}%`}
      />
      <polygon className={styles.stroke} points={stroke.join(' ')} />
    </svg>
  );
}

function isMeant(stroke: Stroke): boolean {
  const spread = (axis: 0 | 1): number => {
    const values = stroke.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return stroke.length > 2 && Math.min(spread(0), spread(1)) >= SMALLEST_PX;
}
