/**
 * `npm run judges [-- NAME…]`: validators that nobody here wrote (decision 0132). Each runs in a process of its own,
 * bounded in time. Exit code 1 with findings, 2 when a judge gave no verdict. Writes the table of `docs/verification.md`.
 */
import { codeOf, JUDGES, summon } from './summon.ts';
import { writeVerdict } from './table.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !JUDGES.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no such judge (${JUDGES.join(', ')}).`);
  process.exit(2);
}

const codes: number[] = [];
for (const name of JUDGES.filter((one) => asked.length === 0 || asked.includes(one))) {
  console.log(`\n── ${name}`);
  const ended = await summon(new URL(`${name}.ts`, import.meta.url).pathname);
  codes.push(codeOf(ended));
  if ('none' in ended) {
    console.error(`${name}: no verdict. ${ended.none}`);
    continue;
  }
  const { judge, what, findings } = ended.verdict;
  for (const finding of findings) console.log(`✗ ${finding}`);
  console.log(`${findings.length === 0 ? '✓' : '✗'} ${judge}: ${what}`);
  writeVerdict(name, ended.verdict, new Date());
}
process.exitCode = Math.max(...codes);
