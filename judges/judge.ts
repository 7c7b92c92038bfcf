import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** `what`, in French: what was judged, and in what number. `findings`: one sentence each; none is « valid ». */
export type Verdict = { judge: string; what: string; findings: string[] };

/** One validator that nobody here wrote. `folder` is removed afterwards; `minutes` end a run that hangs. */
export type Judge = { minutes: number; run(folder: string): Promise<Verdict> };

/** A judge that is missing, dies, hangs, or whose output is not read: never « valid ». */
export class NoVerdict extends Error {}

export type Ran = { code: number; out: string; err: string };
type Options = { cwd?: string; env?: NodeJS.ProcessEnv; input?: string; minutes?: number };

/** Runs another's program to its end, or ends it with all that it started. */
export async function command(program: string, args: string[], options: Options = {}): Promise<Ran> {
  const { cwd, env = {}, input = '', minutes = 10 } = options;
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, minutes * 60_000);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => err.push(bytes));
  // A program that does not read its input is judged by its output.
  child.stdin.on('error', () => null).end(input);
  const code = await new Promise<number>((done, fail) => {
    child.once('close', (status) => done(status ?? -1));
    child.once('error', () => fail(new NoVerdict(`${program} is not on this machine.`)));
  }).finally(() => clearTimeout(late));
  if (isLate) throw new NoVerdict(`${program} did not end within ${minutes} minutes.`);
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

/** Its output; a program that fails gives no verdict. */
export async function successOf(program: string, args: string[], options: Options = {}): Promise<string> {
  const { code, out, err } = await command(program, args, options);
  if (code === 0) return out;
  const said = `${out}\n${err}`.trim().split('\n').at(-1) ?? '';
  throw new NoVerdict(`${program} failed with ${code}: ${said.slice(0, 200)}.`);
}

/** What a judge wrote, as JSON of an expected shape. */
export function parsed<T>(judge: string, text: string, shape: { safeParse(value: unknown): { data?: T } }): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoVerdict(`${judge} did not write JSON: ${text.slice(0, 80)}.`);
  }
  const { data } = shape.safeParse(value);
  if (data === undefined) throw new NoVerdict(`${judge} does not write what it used to.`);
  return data;
}

/** The judges are judged too: a judge that does not see a planted fault says nothing about the rest. */
export function mustFind(judge: string, fault: string, isFound: boolean): void {
  if (!isFound) throw new NoVerdict(`${judge} did not find a planted fault: ${fault}.`);
}

export async function sha256Of(path: string): Promise<string> {
  return existsSync(path)
    ? createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    : '';
}
