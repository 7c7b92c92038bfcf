import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import { expect, obtained, placeAt } from './conformance-case.ts';
import type { Case } from './conformance-case.ts';

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

export function reportCase(json: unknown, place: Place): Case {
  const isExcerpt = typeof json === 'object' && json !== null && '_note' in json;
  return {
    title: 'rapport de risques à l’adresse',
    completed: isExcerpt ? 'extrait servi tel quel, sans les risques qu’il ne cite pas' : null,
    serves: { '/v1/resultats_rapport_risque': { json } },
    async read({ georisques }) {
      const { groundwater, pipelines } = obtained(await georisques.report(place));
      const words = [groundwater, pipelines].map((risk) =>
        risk === null
          ? 'non cité'
          : `${risk.present ? 'présent' : 'absent'} (${risk.commune ?? '–'} / ${risk.address ?? '–'})`,
      );
      return `remontée de nappe : ${words[0]} ; canalisations : ${words[1]}`;
    },
  };
}

export function radonCase(json: unknown, place: Place): Case {
  return {
    title: 'potentiel radon',
    completed: null,
    serves: { '/v1/radon': { json } },
    read: async ({ georisques }) => `potentiel ${obtained(await georisques.radon(place)).potential}`,
  };
}

export function installationsCase(json: unknown, place: Place): Case {
  // Page 1 of 6 was recorded: declares it the only one, or the same rows would be read six times.
  const recorded = z.looseObject({ data: z.array(z.looseObject({ regime: z.string() })) }).parse(json);
  const classified = recorded.data.filter(({ regime }) => regime !== 'Non ICPE').length;
  return {
    title: 'installations classées',
    completed: 'première page sur six, servie comme la seule',
    serves: { '/v1/installations_classees': { json: { ...recorded, total_pages: 1 } } },
    async read({ georisques }) {
      const sites = obtained(await georisques.installations(place));
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

export function clayCases(json: unknown, place: Place): Case[] {
  const { observed } = z.object({ observed: z.array(z.unknown()) }).parse(json);
  const one = (title: string, answer: { json: unknown } | { body: string }): Case => ({
    title,
    completed: null,
    serves: { '/v1/rga': answer },
    read: async ({ georisques }) => `exposition ${obtained(await georisques.clay(place)).exposure}`,
  });
  return [
    ...observed.map((body) => one('argiles', { json: body })),
    one('argiles, corps vide hors de toute zone', { body: '' }),
  ];
}

export function seismicCases(json: unknown, place: Place): Case[] {
  const { observed_rows } = z.object({ observed_rows: z.array(z.unknown()) }).parse(json);
  return observed_rows.map((row) => ({
    title: 'zonage sismique',
    completed: COMPLETED,
    serves: { '/v1/zonage_sismique': { json: envelope([row]) } },
    read: async ({ georisques }) => `zone ${obtained(await georisques.seismicZone(place)).zone}`,
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

export function pprCase(json: unknown, place: Place): Case {
  const count = z.object({ content: z.array(z.unknown()) }).parse(json).content.length;
  return {
    title: 'plans de prévention des risques naturels (v2)',
    completed: 'extrait sans identifiant ni effectifs : états et dates restent inconnus',
    serves: { '/v2/gaspar/pprn': { json } },
    async read({ georisques }) {
      const fact = await georisques.ppr('pprn', place);
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

export function refusalCase(json: unknown, place: Place): Case {
  const refusal = { status: 401, body: JSON.stringify(json) };
  return {
    title: 'refus sans jeton (v2)',
    completed: 'servi avec son statut 401, sur les deux versions',
    serves: { '/v2/gaspar/pprn': refusal, '/v1/gaspar/pprn': refusal },
    async read({ georisques }) {
      const fact = await georisques.ppr('pprn', place);
      expect(fact.state === 'not-obtained' && fact.reason === 'refused', 'le refus n’est pas reconnu');
      return 'reconnu comme un refus : donnée non obtenue';
    },
  };
}

const CommuneRisks = z.object({
  data: z.array(
    z.object({ code_insee: z.string(), risques_detail: z.array(z.object({ libelle_risque_long: z.string() })) }),
  ),
});

/**
 * No adapter uses the commune's list of risks, since a commune is not a property. Its shape is checked all the same.
 */
export function communeRisksCase(json: unknown, { inseeCodes }: Place): Case {
  const { data } = CommuneRisks.parse(json);
  return {
    title: 'liste communale des risques',
    completed: null,
    serves: {},
    read: async () => {
      expect(
        data.every(({ code_insee }) => inseeCodes.includes(code_insee)),
        'une autre commune',
      );
      const names = data.flatMap(({ risques_detail }) => risques_detail.map((risk) => risk.libelle_risque_long));
      return `${names.length} risques (aucun adaptateur ne demande cette liste)`;
    },
  };
}
