import { z } from 'zod';
import { expect, obtained, placeAt } from './conformance-case.ts';
import type { Case } from './conformance-case.ts';

const PARIS_13 = placeAt(2.376, 48.83, ['75113', '75056']);
const PARIS_7 = placeAt(2.3039, 48.8506, ['75107', '75056']);
const TOULOUSE = placeAt(1.4446, 43.5992, ['31555']);

const envelope = (data: unknown[]): unknown => ({
  results: data.length,
  page: 1,
  total_pages: 1,
  data,
  response_code: 200,
  message: null,
  next: null,
  previous: null,
});
const COMPLETED = 'extrait complété de son enveloppe';

export function reportCase(json: unknown): Case {
  const isExcerpt = typeof json === 'object' && json !== null && '_note' in json;
  return {
    title: 'rapport de risques à l’adresse',
    completed: isExcerpt ? 'extrait servi tel quel, sans les risques qu’il ne cite pas' : null,
    serves: { '/v1/resultats_rapport_risque': { json } },
    async read({ georisques }) {
      const { groundwater, pipelines } = obtained(await georisques.report(isExcerpt ? PARIS_7 : PARIS_13));
      const words = [groundwater, pipelines].map((risk) =>
        risk === null
          ? 'non cité'
          : `${risk.present ? 'présent' : 'absent'} (${risk.commune ?? '–'} / ${risk.address ?? '–'})`,
      );
      return `remontée de nappe : ${words[0]} ; canalisations : ${words[1]}`;
    },
  };
}

export function radonCase(json: unknown): Case {
  return {
    title: 'potentiel radon',
    completed: null,
    serves: { '/v1/radon': { json } },
    read: async ({ georisques }) => `potentiel ${obtained(await georisques.radon(PARIS_13)).potential}`,
  };
}

export function installationsCase(json: unknown): Case {
  // Page 1 of 6 was recorded: the tool declares it the only one, or the same rows would be read six times.
  const recorded = z.looseObject({ data: z.array(z.looseObject({ regime: z.string() })) }).parse(json);
  const classified = recorded.data.filter(({ regime }) => regime !== 'Non ICPE').length;
  return {
    title: 'installations classées',
    completed: 'première page sur six, servie comme la seule',
    serves: { '/v1/installations_classees': { json: { ...recorded, total_pages: 1 } } },
    async read({ georisques }) {
      const sites = obtained(await georisques.installations(PARIS_13));
      expect(sites.length === classified, `${sites.length} installations lues, ${classified} attendues`);
      expect(
        sites.every(({ seveso }) => seveso === null),
        '« Non Seveso » lu comme Seveso',
      );
      const words = sites.map(({ name, regime, distanceMetres }) => `${name} (${regime}, ${distanceMetres ?? '–'} m)`);
      return `${words.join(' ; ')} ; « Non ICPE » écartées : ${recorded.data.length - classified}`;
    },
  };
}

export function clayCases(json: unknown): Case[] {
  const { observed } = z.object({ observed: z.array(z.unknown()) }).parse(json);
  const one = (title: string, answer: { json: unknown } | { body: string }): Case => ({
    title,
    completed: null,
    serves: { '/v1/rga': answer },
    read: async ({ georisques }) => `exposition ${obtained(await georisques.clay(TOULOUSE)).exposure}`,
  });
  return [
    ...observed.map((body) => one('argiles', { json: body })),
    one('argiles, corps vide hors de toute zone', { body: '' }),
  ];
}

export function seismicCases(json: unknown): Case[] {
  const { observed_rows } = z.object({ observed_rows: z.array(z.unknown()) }).parse(json);
  return observed_rows.map((row) => ({
    title: 'zonage sismique',
    completed: COMPLETED,
    serves: { '/v1/zonage_sismique': { json: envelope([row]) } },
    read: async ({ georisques }) => `zone ${obtained(await georisques.seismicZone(TOULOUSE)).zone}`,
  }));
}

export function catnatCases(json: unknown): Case[] {
  const Row = z.looseObject({ code_national_catnat: z.string(), code_insee: z.string() });
  const Held = z.union([
    Row.transform((row) => [row]),
    z.looseObject({ data: z.array(Row) }).transform(({ data }) => data),
  ]);
  const parts = Object.entries(z.record(z.string(), z.unknown()).parse(json)).filter(([name]) => !name.startsWith('_'));
  return parts.map(([name, part]) => {
    const rows = Held.parse(part);
    return {
      title: `catastrophes naturelles, ${name}`,
      completed: COMPLETED,
      serves: { '/v1/gaspar/catnat': { json: envelope(rows) } },
      async read({ georisques }) {
        const place = placeAt(
          4.83,
          45.76,
          rows.map((row) => row.code_insee),
        );
        const decrees = obtained(await georisques.catnat(place));
        expect(decrees.length === rows.length, `${decrees.length} arrêtés lus, ${rows.length} attendus`);
        return decrees.map(({ code, hazard, start, end }) => `${code} ${hazard}, ${start} à ${end ?? '–'}`).join(' ; ');
      },
    };
  });
}

export function pprCase(json: unknown): Case {
  const count = z.object({ content: z.array(z.unknown()) }).parse(json).content.length;
  return {
    title: 'plans de prévention des risques naturels (v2)',
    completed: 'extrait sans identifiant ni effectifs : états et dates restent inconnus',
    serves: { '/v2/gaspar/pprn': { json } },
    async read({ georisques }) {
      const fact = await georisques.ppr('pprn', TOULOUSE);
      const plans = obtained(fact);
      expect(fact.provenance.source === 'georisques-v2-pprn', 'lu par la v1');
      expect(plans.length === count, `${plans.length} plans lus, ${count} attendus`);
      return plans
        .map(({ name, procedure, zoned, zones }) => {
          const rules = zones.map(({ code, rule }) => `${code} : ${rule}`).join(', ');
          return `${name} (${procedure}), ${zoned ? 'en zone' : 'hors zone'} ${rules}`;
        })
        .join(' ; ');
    },
  };
}

export function refusalCase(json: unknown): Case {
  const refusal = { status: 401, body: JSON.stringify(json) };
  return {
    title: 'refus sans jeton (v2)',
    completed: 'servi avec son statut 401, sur les deux versions',
    serves: { '/v2/gaspar/pprn': refusal, '/v1/gaspar/pprn': refusal },
    async read({ georisques }) {
      const fact = await georisques.ppr('pprn', TOULOUSE);
      expect(fact.state === 'not-obtained' && fact.reason === 'refused', 'le refus n’est pas reconnu');
      return 'reconnu comme un refus : donnée non obtenue';
    },
  };
}
