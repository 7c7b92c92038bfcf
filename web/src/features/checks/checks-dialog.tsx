import { askChecks, type Check } from '@clairisque/contract/checks.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { generatePath, Link } from 'react-router';
import { forgetFormerEdition, statementsQuery } from '#features/statements/statements-query.ts';
import { FOLLOW_UP } from '#features/statements/statement-watch.ts';
import { announce } from '#lib/announce.ts';
import { call, type Answer } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ListLoading } from '#ui/list-states.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { State, type StateTone } from '#ui/state.tsx';
import { isUnderWay } from './follow-up-query.ts';
import styles from './follow-up.module.css';
import { sentenceOf } from './use-dates.ts';

type Checked = Pick<StatementListItem, 'id' | 'reference' | 'adresse'>;
type Result = Answer<typeof askChecks>['resultats'][number];

type ChecksDialogProps = { statements: readonly Checked[]; open: boolean; onOpenChange: (open: boolean) => void };

/** « Vérifier » several statements: what became of each, as it comes. */
export function ChecksDialog({ statements, open, onOpenChange }: ChecksDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Vérification de la sélection"
      description="Les sources publiques sont interrogées de nouveau, sans frais, et leurs réponses comparées à celles de chaque document. Vous pouvez fermer : la vérification continue."
    >
      <Results statements={statements} />
    </Dialog>
  );
}

const [FIRST_POLL_MS, LAST_POLL_MS] = [3_000, 30_000];
const isRunning = ({ controle }: Result): boolean => controle !== null && isUnderWay(controle);

/** Mounted with the dialog. The same call again answers the checks that it began, and begins no other today. */
function useChecks(ids: readonly number[]) {
  const query = useQuery({
    queryKey: ['checks-of-selection', ...ids],
    queryFn: ({ signal }) => call(askChecks, { body: { etats: [...ids] }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount: count } }) =>
      data?.resultats.some(isRunning) === true && Math.min(FIRST_POLL_MS * 1.5 ** count, LAST_POLL_MS),
  });
  const results = query.data?.resultats;
  const isOver = results !== undefined && !results.some(isRunning);
  const end = useEffectEvent(() => {
    announce(summaryOf(results ?? []));
    for (const { etat: id, controle } of results ?? []) if (controle?.etat === 'change') void forgetFormerEdition(id);
    const asked = [statementsQuery.queryKey, ['statements', 'to-check'], ['follow-up']];
    void Promise.all(asked.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return { ...query, results };
}

function Results({ statements }: { statements: readonly Checked[] }) {
  const { results, isError, error, isFetching, refetch } = useChecks(statements.map(({ id }) => id));
  if (results === undefined) {
    return isError ? (
      <Banner
        tone="error"
        live
        title={sentenceOf(error)}
        action={
          <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
            Réessayer
          </Button>
        }
      />
    ) : (
      <ListLoading label="Demande des vérifications…" />
    );
  }
  const done = results.filter((result) => !isRunning(result)).length;
  return (
    <div className={styles.checked}>
      <p>{summaryOf(results)}</p>
      {done < results.length && <ProgressBar label="Vérifications terminées" done={done} total={results.length} />}
      <ul aria-label="Ce qui a été trouvé">
        {statements.map((statement) => (
          <Line key={statement.id} statement={statement} result={results.find(({ etat }) => etat === statement.id)} />
        ))}
      </ul>
    </div>
  );
}

const LOOKS: Record<Check['etat'], { icon: LucideIcon; tone: StateTone }> = {
  en_attente: { icon: CircleDashed, tone: 'quiet' },
  en_cours: { icon: CircleDashed, tone: 'quiet' },
  inchange: { icon: CircleCheck, tone: 'good' },
  change: { icon: CircleAlert, tone: 'late' },
  incomplet: { icon: CircleSlash, tone: 'late' },
  abandonne: { icon: CircleSlash, tone: 'quiet' },
};
const REFUSED = { icon: CircleSlash, tone: 'quiet' } as const;

function Line({ statement: { id, reference, adresse }, result }: { statement: Checked; result: Result | undefined }) {
  const check = result?.controle ?? null;
  const { icon, tone } = check === null ? REFUSED : LOOKS[check.etat];
  return (
    <li>
      <strong>{[reference ?? id, adresse].join(', ')}</strong>
      <State icon={icon} tone={tone}>
        {typeset(check?.phrase ?? result?.refus ?? 'Pas trouvé.')}
      </State>
      {check !== null && (
        <Link to={generatePath(paths.followUp, { id: String(id) })}>
          {FOLLOW_UP}
          <span className="visually-hidden">, {adresse}</span>
        </Link>
      )}
    </li>
  );
}

const ENDS = [
  ['inchange', 'sans changement', 'sans changement'],
  ['change', 'mis à jour', 'mis à jour'],
  ['incomplet', 'incomplet', 'incomplets'],
] as const;

/** « 2 sans changement, 1 mis à jour, 1 non vérifié, 3 en cours » */
function summaryOf(results: readonly Result[]): string {
  const words = ENDS.map(([etat, one, many]) => ({
    count: results.filter(({ controle }) => controle?.etat === etat).length,
    one,
    many,
  }));
  const refused = results.filter(({ controle }) => controle === null || controle.etat === 'abandonne').length;
  const running = results.filter(isRunning).length;
  return [
    ...words,
    { count: refused, one: 'non vérifié', many: 'non vérifiés' },
    { count: running, one: 'en cours', many: 'en cours' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count > 1 ? many : one}`)
    .join(', ');
}
