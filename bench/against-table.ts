import { shown } from '../tests/harness/report.ts';

/** Numbers of each row of a report, by « section: row ». */
export type Figures = Map<string, number[]>;

/** Reads the tables that `npm run bench` prints. A percentage beside other numbers is a percentile's name. */
export function figuresIn(lines: string[]): Figures {
  const found: Figures = new Map();
  let section = '';
  for (const line of lines) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const [, name = '', measured = ''] = /^\| ([^|]+) \| ([^|]+) \| [^|]*\| [^|]*\|$/.exec(line) ?? [];
    const numbers = numbersIn(measured);
    if (numbers.length > 0) found.set(`${section}: ${name}`, numbers);
  }
  return found;
}

function numbersIn(text: string): number[] {
  const all = [...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?!\w)( %)?/g)];
  const named = all.filter(([, percent]) => percent === undefined);
  return (named.length > 0 ? named : all).map(([number]) => Number.parseFloat(number));
}

type Compared = { former: Figures[]; present: Figures[]; title: string };

/** In Markdown: means of both builds, the ratio of the means, and the lowest and highest ratio of two runs. */
export function comparison({ former, present, title }: Compared): string {
  const names = [...(former[0]?.keys() ?? [])].filter((name) => [...former, ...present].every((run) => run.has(name)));
  const rows = names.flatMap((name) => rowsOf(name, valuesOf(former, name), valuesOf(present, name)));
  return [
    `# ${title}`,
    `In turn, ${former.length} runs each. Above 1: the present figure is greater.`,
    ['| | former | present | ratio | spread |', '|---|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

const valuesOf = (runs: Figures[], name: string): number[][] => runs.map((run) => run.get(name) ?? []);

function rowsOf(name: string, former: number[][], present: number[][]): string[] {
  const count = Math.min(...[...former, ...present].map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [former, present].map((runs) => runs.map((values) => values[index] ?? Number.NaN)) as [
      number[],
      number[],
    ];
    const ratios = a.flatMap((one) => b.map((other) => other / one)).toSorted((x, y) => x - y);
    const title = count > 1 ? `${name} (${index + 1})` : name;
    const spread = `${written(ratios[0])} to ${written(ratios.at(-1))}`;
    return `| ${title} | ${shown(mean(a))} | ${shown(mean(b))} | ${written(mean(b) / mean(a))} | ${spread} |`;
  });
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const written = (ratio: number | undefined): string =>
  ratio === undefined || !Number.isFinite(ratio) ? '–' : `${ratio.toFixed(2)} ×`;
