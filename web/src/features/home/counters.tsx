import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#lib/api.ts';
import { useSeen } from '#lib/use-seen.ts';
import styles from './counters.module.css';

const numbers = new Intl.NumberFormat('fr-FR');

/**
 * Three figures that run up to their value (spec §2) once they are seen, and are asked for then: the first view does not
 * wait for them. Without an answer of the server, its figure is left out.
 */
export function Counters() {
  const [band, isSeen] = useSeen();
  const statistics = useQuery({
    queryKey: ['admin-data'],
    queryFn: async ({ signal }) => {
      const { adminData } = await import('@clairisque/contract/statistics.ts');
      return call(adminData, { signal });
    },
    staleTime: 300_000,
    enabled: isSeen,
  });
  const total = statistics.data?.nb_erps_total;
  return (
    <section ref={band} className={styles.band} aria-label="Clairisque en chiffres">
      <dl className={styles.figures}>
        <Figure
          label="Service ouvert jour et nuit, notre engagement"
          target={24}
          durationMs={2000}
          unit="&#8239;h/24"
        />
        {!statistics.isError && <Figure label="États des risques produits" target={total} durationMs={2500} unit="" />}
        <Figure label="Satisfaction visée à chaque document" target={100} durationMs={3000} unit="&nbsp;%" />
      </dl>
    </section>
  );
}

type FigureProps = { label: string; target: number | undefined; durationMs: number; unit: string };

function Figure({ label, target, durationMs, unit }: FigureProps) {
  const value = useRun(target, durationMs);
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{target === undefined ? '—' : `${numbers.format(value)}${unit}`}</dd>
    </div>
  );
}

/** Runs from 0 to `target`, easing out; at once when motion is reduced. */
function useRun(target: number | undefined, durationMs: number): number {
  const [value, setValue] = useState(0);
  useEffect(() => {
    if (target === undefined) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startMs = performance.now();
    let frame = 0;
    const tick = (nowMs: number) => {
      const done = isStill ? 1 : Math.min(1, (nowMs - startMs) / durationMs);
      setValue(Math.round(target * (1 - (1 - done) ** 3)));
      if (done < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [target, durationMs]);
  return value;
}
