import type { World } from './watch.world.ts';

/** Statements at fault, in words; at most some of each. */
async function faults({ pool }: World, query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`${query} limit 20`, values);
  return rows.map(({ what }) => what);
}

type Told = { release: string; communes: readonly string[] };

/** Copies in these communes that no row says are changed by the release, or several do. */
export const missed = (world: World, { release, communes }: Told): Promise<string[]> =>
  faults(
    world,
    `select 'statement ' || c.id || ': ' || count(h.statement_id) || ' changes' as what
     from copied c join statement s using (id) left join statement_change h on h.statement_id = c.id and h.release = $1
     where right(s.code_parcelle, 5) = any ($2) group by c.id having count(h.statement_id) <> 1`,
    [release, communes],
  );

/** Changes of a statement elsewhere, whoever owns it. */
export const invented = (world: World, communes: readonly string[]): Promise<string[]> =>
  faults(
    world,
    `select 'statement ' || s.id || ': ' || array_to_string(h.sentences, ' ') as what
     from statement_change h join statement s on s.id = h.statement_id
     where right(s.code_parcelle, 5) <> all ($1)`,
    [communes],
  );

/** Editions of the copies: `updates` more where the place changed, none elsewhere, each by a check of a release. */
export const misissued = (world: World, communes: readonly string[], updates: number): Promise<string[]> =>
  faults(
    world,
    `select 'statement ' || c.id || ': ' || e.editions || ' editions, ' || k.changed || ' checks that changed it' as what
     from copied c join statement s using (id)
     cross join lateral (select count(*) as editions from statement_edition where statement_id = c.id) e
     cross join lateral (
       select count(*) filter (where outcome = 'changed') as changed,
         count(*) filter (where outcome = 'changed' and origin <> 'activation') as otherwise
       from statement_check where statement_id = c.id
     ) k
     where e.editions <> 1 + k.changed or k.otherwise > 0
       or k.changed <> case when right(s.code_parcelle, 5) = any ($1) then $2::int else 0 end`,
    [communes, updates],
  );

/** Checks of planned days that are not made once, or do not say « rien n’a changé ». */
export const unplanned = (world: World, subject: string): Promise<string[]> =>
  faults(
    world,
    `select 'statement ' || w.statement_id || ': ' || coalesce(string_agg(k.outcome, ', '), 'no check') as what
     from statement_watch w join copied c on c.id = w.statement_id
     left join statement_check k on k.statement_id = w.statement_id and k.subject = $1
     group by w.statement_id having count(k.id) <> 1 or min(k.outcome) is distinct from 'unchanged'`,
    [subject],
  );

/** Mails about checks that were not queued once for each outcome that is told. */
export const untold = (world: World): Promise<string[]> =>
  faults(
    world,
    `select coalesce(k.kind, m.kind) || ' of account ' || coalesce(k.account_id, m.account_id) || ': ' || coalesce(m.mails, 0)
       || ' mails for ' || coalesce(k.checks, 0) || ' checks' as what
     from (
       select s.account_id, case outcome when 'changed' then 'check-changed' else 'check-confirmed' end as kind, count(*) as checks
       from statement_check k join statement s on s.id = k.statement_id join copied c on c.id = s.id
       where outcome = 'changed' or (outcome = 'unchanged' and origin = 'date') group by 1, 2
     ) k
     full join (
       select account_id, kind, count(*) as mails from outgoing_mail
       where kind like 'check-%' and account_id in (select account from copied) group by 1, 2
     ) m using (account_id, kind)
     where k.checks is distinct from m.mails`,
  );
