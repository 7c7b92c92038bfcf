import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { groupThousands } from '#lib/french-number.ts';
import { useInView } from '#lib/use-in-view.ts';
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
      const { adminData } = await import('#responses/statistics.ts');
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
  const running = useRun(isSeen ? target : undefined, durationMs, figure);
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

/**
 * Counts linearly from 0 to `target` in `durationMs`, never faster, once the page rests with `figure` in the window: a
 * visitor who scrolls past sees the target, never a part of it. Null when it does not run: a still counter, as with
 * reduced motion, shows the target.
 */
function useRun(target: number | undefined, durationMs: number, figure: RefObject<HTMLElement | null>): number | null {
  const [value, setValue] = useState<number | null>(null);
  useEffect(() => {
    if (target === undefined || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    let startMs = 0;
    const tick = () => {
      const done = Math.min(1, (performance.now() - startMs) / durationMs);
      setValue(done < 1 ? Math.floor(target * done) : null);
      if (done < 1) frame = requestAnimationFrame(tick);
    };
    const start = () => {
      if (!isInWindow(figure.current)) return;
      startMs = performance.now();
      frame = requestAnimationFrame(tick);
    };
    let rest = window.setTimeout(start, REST_MS);
    const pass = () => {
      window.clearTimeout(rest);
      cancelAnimationFrame(frame);
      setValue(null);
      if (startMs === 0) rest = window.setTimeout(start, REST_MS);
    };
    window.addEventListener('scroll', pass, { passive: true });
    return () => {
      window.removeEventListener('scroll', pass);
      window.clearTimeout(rest);
      cancelAnimationFrame(frame);
    };
  }, [target, durationMs, figure]);
  return value;
}

function isInWindow(element: HTMLElement | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < window.innerHeight;
}

/** Without a scroll for so long, the page rests. */
const REST_MS = 150;
