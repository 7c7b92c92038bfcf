import { askCheck } from '@clairisque/contract/checks.ts';
import { answerQuestions, completeStatement, listQuestions } from '@clairisque/contract/questions.ts';
import type { Customer, Point } from '../harness/customer.ts';
import type { Places } from '../harness/places.ts';
import { processorSeconds } from '../harness/process-usage.ts';
import { atMost, info, shown, type Part } from '../harness/report.ts';
import { until } from '../harness/until.ts';
import { onPaper, type Calls } from './watch.calls.ts';
import type { World } from './watch.world.ts';

const ROUNDS = 5;
const OF_EACH = 8;
const WARM_UP = 4;
/** Of the processor of a generation. */
const CHECK_AT_MOST = 0.5;
const COMPLETION_AT_MOST = 0.6;

type Stage = { world: World; customer: Customer; places: Places; calls: Calls };

type Costs = { generation: number; check: number; completion: number; counts: ReturnType<Calls['counted']> };

/** In turn: some generations, then an unchanged check of each of these statements, then a completed edition of each. */
export async function costOfChecks(stage: Stage): Promise<Part> {
  const warm = await issue(stage, WARM_UP);
  await checkAll(stage, warm);
  await answerAll(stage, warm);
  await completeAll(stage, warm);
  const { generation, check, completion, counts } = await inTurn(stage);
  const each = ROUNDS * OF_EACH;
  return {
    title: 'an unchanged check, a completed edition and a generation',
    notes: [
      `${each} of each, in turn: ${OF_EACH} generations, then the check of each of these statements, then a completed edition of each with one answer more. Processor of the API, the worker, their printers and PostgreSQL. Paper: the paces of the live services.`,
    ],
    figures: [
      info(
        'processor, generation; check; completed edition',
        [generation, check, completion].map((spent) => ms(spent / each)).join('; '),
      ),
      atMost('processor of a check, against a generation', check / generation, { value: CHECK_AT_MOST, unit: '' }),
      atMost('processor of a completed edition, against a generation', completion / generation, {
        value: COMPLETION_AT_MOST,
        unit: '',
      }),
      ...onPaper(counts, each),
    ],
  };
}

/** Seconds of processor in all, and the calls of the checks. */
async function inTurn(stage: Stage): Promise<Costs> {
  const { world, calls } = stage;
  const { apis, workers, postgres } = world.cluster;
  const roots = [...apis, ...workers, postgres].map((one) => one.pid());
  const spent = async (work: () => Promise<void>): Promise<number> => {
    const before = await processorSeconds(roots);
    await work();
    return (await processorSeconds(roots)) - before;
  };
  let [generation, check, completion] = [0, 0, 0];
  const counts = new Map<string, Costs['counts'][number]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const issued: number[] = [];
    generation += await spent(async () => void issued.push(...(await issue(stage, OF_EACH))));
    calls.begin();
    check += await spent(() => checkAll(stage, issued));
    for (const one of calls.counted())
      counts.set(one.name, { ...one, calls: (counts.get(one.name)?.calls ?? 0) + one.calls, most: 0 });
    await answerAll(stage, issued);
    completion += await spent(() => completeAll(stage, issued));
  }
  return { generation, check, completion, counts: [...counts.values()] };
}

const ms = (seconds: number): string => `${shown(seconds * 1000)} ms`;

async function issue({ customer, places }: Stage, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await customer.issue(nextOf(places))).id);
  return ids;
}

/** `take` would end the sequence. */
export function nextOf(places: Places): Point {
  const { value } = places.next();
  if (value === undefined) throw new Error('no place left');
  return value;
}

/** « Vérifier aujourd’hui » for each, one after the other. Throws unless each is unchanged. */
async function checkAll({ world: { pool }, customer }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await customer.call(askCheck, { params: { erp_id: id } });
    const ended = async (): Promise<string | null> => {
      const { rows } = await pool.query<{ outcome: string | null }>(
        'select outcome from statement_check where statement_id = $1 order by id desc limit 1',
        [id],
      );
      return rows[0]?.outcome ?? null;
    };
    const outcome = await until(ended, { withinMs: 60_000, everyMs: 100 });
    if (outcome !== 'unchanged') throw new Error(`statement ${id}: ${outcome}`);
  }
}

/** Answers the first question of « oui » and « non » of each. */
async function answerAll({ customer }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const params = { erp_id: id };
    const { questions } = await customer.call(listQuestions, { params });
    const question = questions.find(
      ({ nature, etat, si }) => nature === 'oui_non' && etat === 'ouverte' && si === null,
    );
    if (question === undefined) throw new Error(`statement ${id} leaves no yes or no open`);
    await customer.call(answerQuestions, { params, body: { reponses: [{ question: question.id, valeur: 'non' }] } });
  }
}

async function completeAll({ customer }: Stage, ids: readonly number[]): Promise<void> {
  for (const id of ids) await customer.call(completeStatement, { params: { erp_id: id } });
}
