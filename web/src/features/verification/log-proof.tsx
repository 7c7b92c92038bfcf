import type { Inclusion } from '@clairisque/contract/vigilance.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import { formatLongDay } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { State } from '#ui/state.tsx';
import { isItsOwn, type LogState } from './inclusion.ts';
import { logQuery } from './log-query.ts';
import styles from './verification-page.module.css';

type About = Parameters<typeof logQuery>[0];

const STATES: Record<LogState, { icon: typeof Info; tone: 'good' | 'bad' | 'quiet'; words: string }> = {
  included: { icon: CircleCheck, tone: 'good', words: 'Inscription au journal vérifiée dans votre navigateur' },
  pending: { icon: Clock, tone: 'quiet', words: 'Inscrit au journal, dont la racine sera publiée à la fin du jour' },
  absent: {
    icon: Info,
    tone: 'quiet',
    words: 'Pas de ligne encore : elle s’écrit en une minute, et le journal est plus récent que certains documents',
  },
  missing: { icon: CircleAlert, tone: 'bad', words: 'Ce document devrait être au journal, et n’y est pas' },
  wrong: { icon: CircleAlert, tone: 'bad', words: 'L’inscription au journal ne correspond pas' },
  unavailable: { icon: Info, tone: 'quiet', words: 'Votre navigateur ne sait pas vérifier cette inscription' },
};

/** Near the verdict: a proof that fails is not left to who reads the technical part. */
export function LogAlarm({ about }: { about: About }) {
  const { data } = useQuery(logQuery(about));
  if (data?.state !== 'wrong' && data?.state !== 'missing') return null;
  return (
    <Banner tone="error" role="alert" title="La preuve de ce document ne correspond pas à notre journal public">
      {typeset(
        'Ne signez pas sur la foi de ce document. Gardez votre PDF, imprimez cette page, puis écrivez-nous : « Contact », en bas de page. Si vous aviez gardé une copie de racines.txt, joignez-la : elle dit ce qui était publié avant.',
      )}
    </Banner>
  );
}

/** Rows of « Preuve technique »: the lines of the log about it, and whether they lead to the published roots. */
export function LogRows({ about }: { about: About }) {
  const log = useQuery(logQuery(about));
  const lines = log.data?.lines.map(({ inclusion }) => inclusion) ?? [];
  const [own, others] = [lines.filter(isItsOwn), lines.filter((line) => !isItsOwn(line))];
  return (
    <>
      <dt>Journal de vigilance</dt>
      {own.map((inclusion) => (
        <dd key={inclusion.rang}>
          <Line inclusion={inclusion} />
        </dd>
      ))}
      {others.length > 0 && (
        <dd>
          <Disclosure label={`Autres lignes de ce document\u00A0: ${others.length}`}>
            {others.map((inclusion) => (
              <Line key={inclusion.rang} inclusion={inclusion} />
            ))}
          </Disclosure>
        </dd>
      )}
      <dd>
        Chaque document et chaque vérification y a sa ligne, qui contient l’empreinte de celles d’avant. Gardez{' '}
        <a href="/racines.txt">racines.txt</a>, la racine de chaque jour&nbsp;: votre copie prouvera que rien n’a été
        réécrit.
      </dd>
      <dd aria-live="polite" className={styles.signature}>
        {log.data && <LogWords state={log.data.state} />}
        {log.isPending && 'Vérification du journal…'}
        {log.isError && !log.data && (
          <>
            Le journal n’a pas pu être lu&nbsp;: rien n’en est vérifié.
            <Button variant="quiet" loading={log.isFetching} onClick={() => void log.refetch()}>
              Réessayer
            </Button>
          </>
        )}
      </dd>
    </>
  );
}

function Line({ inclusion: { rang, jour, ligne, preuve } }: { inclusion: Inclusion }) {
  return (
    <p className={styles.line}>
      <code>{ligne}</code>
      <span className={styles.rank}>
        {typeset(`Ligne ${rang}, du ${formatLongDay(jour)}`)}
        {preuve && (
          <>
            . Racine de ce jour&nbsp;: <code>{preuve.racine}</code>
          </>
        )}
      </span>
    </p>
  );
}

function LogWords({ state }: { state: LogState }) {
  const { words, ...look } = STATES[state];
  return <State {...look}>{typeset(words)}</State>;
}
