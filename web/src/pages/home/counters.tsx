import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { groupThousands } from '#lib/packs.ts';
import { useInView } from '#lib/later.ts';
import { paths } from '#paths.ts';
import styles from './counters.module.css';

/**
 * Three figures that count up once they are seen. The server's figure is asked for then, so that it does not delay
 * the first view; without an answer it is left out. Below, the source of each.
 */
export function Counters() {
  const [band, isSeen] = useInView();
  const statistics = useQuery({
    queryKey: ['admin-data'],
    queryFn: async ({ signal }) => {
      const { adminData } = await import('./figures.ts');
      return call(adminData, { signal });
    },
    staleTime: 300_000,
    enabled: isSeen,
  });
  const total = statistics.data?.nb_erps_total;
  return (
    <section ref={band} className={styles.band} aria-label="Clairisque en chiffres">
      <div className={styles.content}>
        <dl className={styles.figures}>
          <Figure label="Disponibilité visée" target={24} durationMs={2000} isSeen={isSeen} unit="&#8239;h/24" />
          {!statistics.isError && (
            <Figure label="États des risques produits" target={total} durationMs={2500} isSeen={isSeen} unit="" />
          )}
          <Figure label="Satisfaction visée" target={100} durationMs={3000} isSeen={isSeen} unit="&nbsp;%" />
        </dl>
        <p className={styles.sources}>
          Le nombre d’états produits vient de notre base, à l’instant. Les deux autres chiffres sont nos objectifs, non
          des mesures (<Link to={`${paths.terms}#article-6`}>conditions de vente, article 6</Link>).
        </p>
      </div>
    </section>
  );
}

type FigureProps = { label: string; target: number | undefined; durationMs: number; isSeen: boolean; unit: string };

function Figure({ label, target, durationMs, isSeen, unit }: FigureProps) {
  const figure = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState<number | null>(null);
  useEffect(() => {
    if (!isSeen || target === undefined) return;
    let stop = () => {};
    let isOver = false;
    const start = async (): Promise<void> => {
      const { countUp } = await import('./figures.ts');
      if (figure.current && !isOver)
        stop = countUp({ target, durationMs, figure: figure.current, onValue: setRunning });
    };
    // Without its code a counter stands still.
    start().catch(() => null);
    return () => {
      isOver = true;
      stop();
    };
  }, [isSeen, target, durationMs]);
  const words = (value: number | undefined) => (value === undefined ? '—' : `${groupThousands(value)}${unit}`);
  return (
    <div ref={figure} className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <span aria-hidden="true">{words(running ?? target)}</span>
        {/* Screen readers have the final value only. */}
        <span className="visually-hidden">{words(target)}</span>
      </dd>
    </div>
  );
}
