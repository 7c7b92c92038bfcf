import { sql } from 'kysely';
import { CHECKED_BEFORE } from '#domain/risks/deeds.ts';
import type { Db } from '#platform/db/db.ts';

/** A planned day on which a check is due: « acte:2027-03-12:2 ». */
export type DueRow = { statementId: number; accountId: number; edition: number; subject: string };

/** The days planned by the owners of statements that are still watched, with the edition of today. */
const planned = (today: string, now: Date) => sql`
  select s.id, s.account_id, e.edition, e.issued_at, d.kind, d.day
  from statement_watch w
  join statement s on s.id = w.statement_id and s.status = 'issued' and s.closed_at is null
  join account a on a.id = s.account_id and a.disabled_at is null
  cross join lateral (values ('promesse', w.promesse_on), ('acte', w.acte_on), ('bail', w.lease_on)) d (kind, day)
  join lateral (
    select edition, issued_at, expires_on from statement_edition where statement_id = s.id order by edition desc limit 1
  ) e on e.expires_on >= ${today}
  where d.day >= ${today} and ((s.issued_at at time zone 'Europe/Paris')::date + interval '1 year')::date >= ${today}
    and s.issued_at <= ${now}
    and (w.promesse_on >= ${today} or w.acte_on >= ${today} or w.lease_on >= ${today})`;

/**
 * For each planned day, the last moment that has passed. It is left out once its check was made, or when something
 * newer says as much: the document itself, or a check that ended.
 */
export async function listDueDates(
  db: Db,
  { now, today, limit }: { now: Date; today: string; limit: number },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select p.id as "statementId", p.account_id as "accountId", p.edition, m.subject
    from (${planned(today, now)}) p
    cross join lateral (
      select p.kind || ':' || p.day || ':' || b.days as subject, b.at
      from (
        select days, ((p.day - days)::timestamp + time '06:00') at time zone 'Europe/Paris' as at
        from unnest(${[...CHECKED_BEFORE]}::int[]) days
      ) b
      where b.at <= ${now} order by b.at desc limit 1
    ) m
    where m.at > p.issued_at
      and not exists (
        select from statement_check c where c.statement_id = p.id
          and (c.subject = m.subject or (c.ended_at >= m.at and c.outcome in ('unchanged', 'changed')))
      )
    order by p.day, p.id limit ${limit}`.execute(db);
  return rows;
}

type EveRow = { checkId: number; accountId: number; kind: string; day: string };

/** Checks that still lack something on the eve of a planned day, or on the day, whose owner was not told so. */
export async function listToTellOnEve(
  db: Db,
  { now, today, tomorrow, limit }: { now: Date; today: string; tomorrow: string; limit: number },
): Promise<EveRow[]> {
  const { rows } = await sql<EveRow>`
    select distinct on (c.id) c.id as "checkId", p.account_id as "accountId", p.kind, p.day::text as day
    from (${planned(today, now)}) p
    join lateral (
      select id, missing, outcome, eve_told_at from statement_check
      where statement_id = p.id and outcome is distinct from 'dropped' order by id desc limit 1
    ) c on c.missing is not null and (c.outcome is null or c.outcome = 'incomplete') and c.eve_told_at is null
    where p.day <= ${tomorrow}
    order by c.id, p.day limit ${limit}`.execute(db);
  return rows;
}
