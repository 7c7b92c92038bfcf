import {
  AssessmentRequest,
  findAddresses as addresses,
  StatementRequest,
  type Statement,
} from '@clairisque/contract/api-v3.ts';
import { FactsV3 } from '@clairisque/contract/common/v3-facts.ts';
import { ParcelKey, StatementKey, StatementsQuery } from '@clairisque/contract/common/v3.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { numberOf } from '#features/api-keys/api-keys.ts';
import {
  assess,
  factsInV3,
  findAddresses,
  findParcels,
  listStatements,
  readBalance,
  readStatement,
} from '#features/api-v3/api-v3.ts';
import { condensed, condensedAssessment } from './condensed.rules.ts';
import { proposeTool, questionsTool } from './question-tools.service.ts';
import { confirm, quote } from './quote.service.ts';
import { tool, type Tool } from './tool.service.ts';

const findAddressesTool = tool({
  name: 'find_addresses',
  title: 'Find addresses',
  description:
    'Searches French addresses in the Base adresse nationale. Cherche des adresses françaises dans la Base adresse nationale.',
  scope: 'read',
  throttle: 'api-place',
  hints: { openWorldHint: true },
  input: addresses.schema.querystring.extend({ limit: z.int().min(1).max(20).default(5) }),
  async run(deps, _caller, input) {
    const found = await findAddresses(deps, input);
    return { en: `${found.data.length} addresses.`, fr: `${found.data.length} adresses.`, data: found };
  },
});

const findParcelsTool = tool({
  name: 'find_parcels',
  title: 'Find cadastral parcels',
  description:
    'Reads parcels by their codes, or the nearest five around a point, the one under it first (distance 0). Lit des parcelles par leurs codes, ou les cinq plus proches d’un point, d’abord celle qui le porte (distance 0).',
  scope: 'read',
  throttle: 'api-place',
  hints: { openWorldHint: true },
  input: z
    .strictObject({
      codes: z.array(ParcelKey).min(1).max(50).optional(),
      longitude: z.number().min(-180).max(180).optional(),
      latitude: z.number().min(-90).max(90).optional(),
    })
    .refine(
      ({ codes, longitude, latitude }) =>
        codes === undefined ? longitude !== undefined && latitude !== undefined : (longitude ?? latitude) === undefined,
      {
        message: 'Donnez des codes, ou une longitude et une latitude.',
        params: { title: 'Give either codes, or a longitude and a latitude.' },
      },
    ),
  async run(deps, _caller, { codes, ...point }) {
    const { data, ...rest } = await findParcels(deps, { ...point, codes: codes?.join(',') });
    const parcels = data.map(({ geometry: _outline, ...parcel }) => parcel);
    return { en: `${parcels.length} parcels.`, fr: `${parcels.length} parcelles.`, data: { data: parcels, ...rest } };
  },
});

const assessTool = tool({
  name: 'assess_property',
  title: 'Assess the risks of a property',
  description:
    'Findings that a statement would have now, with their sources’ dates; free, without document or legal value. « not_obtained » is never an absence of risk. Constats qu’aurait un état des risques maintenant, avec les dates des sources ; gratuit, sans document ni valeur légale. « not_obtained » n’est jamais une absence de risque.',
  scope: 'read',
  throttle: 'api-assessment',
  hasOwnQueue: true,
  hints: { openWorldHint: true },
  input: AssessmentRequest.safeExtend({
    details: z.boolean().default(false).describe('With plans, zones and sites of each finding: long.'),
  }),
  async run(deps, { accountId }, { details, ...request }) {
    const assessment = await assess(deps, { accountId, request });
    const { en, fr } = assessment.notice;
    return { en, fr, data: details ? assessment : condensedAssessment(assessment) };
  },
});

const quoteTool = tool({
  name: 'quote_statement',
  title: 'Quote a statement',
  description:
    'First step to issue: says what would be issued, its price in credits and its doubts. Nothing is issued or debited. Show it to the user. Première étape d’une émission : dit ce qui serait émis, son prix en crédits et les doutes. Rien n’est émis ni débité. Montrez-le à l’utilisateur.',
  scope: 'issue',
  throttle: 'api-place',
  hints: { openWorldHint: true },
  input: StatementRequest,
  async run(deps, caller, request) {
    const quoted = await quote(deps, caller, request);
    const parcels = quoted.will_issue.parcels.join(', ');
    return {
      en: `Nothing is issued yet. It would debit 1 credit of ${quoted.credits_now}, for ${parcels}. After the user’s explicit agreement, call issue_statement with the same arguments and the confirmation_token, within ten minutes.`,
      fr: `Rien n’est encore émis. L’émission débiterait 1 crédit sur ${quoted.credits_now}, pour ${parcels}. Après l’accord exprès de l’utilisateur, appelez issue_statement avec les mêmes arguments et le confirmation_token, dans les dix minutes.`,
      data: quoted,
    };
  },
});

const issueTool = tool({
  name: 'issue_statement',
  title: 'Issue the quoted statement',
  description:
    'Second step: issues exactly what quote_statement said and debits one credit, once. Only after the user’s explicit agreement. Seconde étape : émet exactement ce qu’a dit quote_statement et débite un crédit, une fois. Seulement après l’accord exprès de l’utilisateur.',
  scope: 'issue',
  throttle: 'api-issue',
  hasOwnQueue: true,
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  input: StatementRequest.safeExtend({
    confirmation_token: z.string().min(1).max(200).describe('Of quote_statement, for the same arguments.'),
  }),
  async run(deps, caller, request) {
    const { statement, isReplayed } = await confirm(deps, caller, request);
    return { ...issuedWords(statement, isReplayed), data: { ...statement, already_issued: isReplayed } };
  },
});

function issuedWords(
  { status, mode }: Pick<Statement, 'status' | 'mode'>,
  isReplayed: boolean,
): { en: string; fr: string } {
  if (isReplayed)
    return {
      en: 'This confirmation had already issued this statement: nothing more was debited.',
      fr: 'Cette confirmation avait déjà émis cet état des risques : rien de plus n’a été débité.',
    };
  if (status === 'issued' && mode === 'test') {
    return { en: 'Issued: a specimen, without debit.', fr: 'Émis : un spécimen, sans débit.' };
  }
  if (status === 'issued') return { en: 'Issued; one credit debited.', fr: 'Émis ; un crédit débité.' };
  return {
    en: 'Being prepared: call read_statement in a few seconds.',
    fr: 'En préparation : appelez read_statement dans quelques secondes.',
  };
}

const readTool = tool({
  name: 'read_statement',
  title: 'Read a statement',
  description:
    'Reads a statement of the account, and its findings on request; its PDF is at document.url, with the same key. Lit un état des risques du compte, et ses constats sur demande ; son PDF est à document.url, avec la même clé.',
  scope: 'read',
  input: z.strictObject({
    statement_id: StatementKey,
    findings: z.boolean().default(false).describe('With the findings, as attached to the PDF.'),
  }),
  async run(deps, { accountId }, { statement_id: key, findings }) {
    const owned = { accountId, id: numberOf(deps.mode, key) };
    const statement = await readStatement(deps, owned);
    const isIssued = statement.status === 'issued';
    const facts = findings && isIssued ? await readFindings(deps, owned) : {};
    const [en, fr] = STATUSES[statement.status];
    return { en, fr, data: { ...statement, ...facts } };
  },
});

const STATUSES = {
  issued: ['Issued.', 'Émis.'],
  processing: ['Being prepared: ask again in a few seconds.', 'En préparation : redemandez dans quelques secondes.'],
  failed: ['It failed, and nothing was debited.', 'La préparation a échoué ; rien n’a été débité.'],
} as const;

async function readFindings(
  deps: Deps,
  owned: { accountId: number; id: number },
): Promise<{ findings: object | null }> {
  const facts = FactsV3.safeParse(await factsInV3(deps, owned));
  // A document of a former format has them in the PDF only.
  return { findings: facts.success ? condensed(facts.data) : null };
}

const listTool = tool({
  name: 'list_statements',
  title: 'List statements',
  description:
    'Lists the statements of the account, newest first; filters add up. Liste les états des risques du compte, du plus récent au plus ancien ; les filtres s’ajoutent.',
  scope: 'read',
  input: StatementsQuery.extend({ limit: z.int().min(1).max(100).default(20) }),
  async run(deps, { accountId }, query) {
    const listed = await listStatements(deps, { ...query, accountId });
    const { length } = listed.data;
    return { en: `${length} statements.`, fr: `${length} états des risques.`, data: listed };
  },
});

const balanceTool = tool({
  name: 'read_balance',
  title: 'Read the balance',
  description: 'Credits left; one issues one statement. Crédits restants ; un crédit émet un état des risques.',
  scope: 'read',
  input: z.strictObject({}),
  async run(deps, { accountId }) {
    const balance = await readBalance(deps, accountId);
    return { en: `${balance.credits} credits left.`, fr: `${balance.credits} crédits restants.`, data: balance };
  },
});

export const TOOLS: readonly Tool[] = [
  findAddressesTool,
  findParcelsTool,
  assessTool,
  quoteTool,
  issueTool,
  readTool,
  questionsTool,
  proposeTool,
  listTool,
  balanceTool,
];
