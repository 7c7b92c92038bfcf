import { contradictionsIn } from '@clairisque/contract/common/contradictions.ts';
import { describe, expect, it } from 'vitest';
import {
  droughtFault,
  isAnswered,
  NO_DECLARATION,
  settleDeclarations,
  withWorks,
  withGeneralWorks,
  worksOfPlan,
} from './declarations.ts';

describe('the owner’s declarations', () => {
  it('are not sent when nothing was answered', () => {
    expect(isAnswered(NO_DECLARATION)).toBe(false);
    expect(isAnswered(settleDeclarations({ ...NO_DECLARATION, travaux_rga_non_realises: '  \n' }))).toBe(false);
  });

  it('are sent for a single « non »', () => {
    expect(isAnswered({ ...NO_DECLARATION, sinistres_indemnises: false })).toBe(true);
  });

  it('omit works done when none are prescribed', () => {
    const contradictory = { ...NO_DECLARATION, travaux_prescrits: false, travaux_realises: true };
    expect(settleDeclarations(contradictory).travaux_realises).toBeNull();
  });

  it('are sent for chosen pages only, without pages when none is chosen', () => {
    const pages_des_plans = [{ piece: 'a-reglement-1.pdf', sha256: 'a'.repeat(64), pages: [3] }];
    expect(isAnswered({ ...NO_DECLARATION, pages_des_plans })).toBe(true);
    expect(settleDeclarations({ ...NO_DECLARATION, pages_des_plans })).toMatchObject({ pages_des_plans });
    expect(settleDeclarations({ ...NO_DECLARATION, pages_des_plans: [] })).toEqual(NO_DECLARATION);
  });

  it('plan by plan: the general « non » answers for each, and one answer replaces it', () => {
    const general = { ...NO_DECLARATION, travaux_prescrits: false };
    expect(worksOfPlan(general, 'A')).toEqual({ plan: 'A', prescrits: false, realises: null });
    const answered = withWorks(general, ['A', 'B'], { plan: 'B', prescrits: true, realises: false });
    expect(settleDeclarations(answered)).toEqual({
      ...NO_DECLARATION,
      travaux_par_plan: [
        { plan: 'A', prescrits: false, realises: null },
        { plan: 'B', prescrits: true, realises: false },
      ],
    });
  });

  it('both forms at once, as an older draft may have them → never sent together', () => {
    const both = {
      ...NO_DECLARATION,
      travaux_prescrits: false,
      travaux_par_plan: [{ plan: 'A', prescrits: true, realises: null }],
    };
    expect(contradictionsIn(both)).toHaveLength(1);
    const { travaux_prescrits: _general, ...byPlan } = both;
    expect(settleDeclarations(both)).toEqual({ ...byPlan, travaux_prescrits: null });
    expect(settleDeclarations(withGeneralWorks(both, { travaux_prescrits: false }))).toEqual({
      ...NO_DECLARATION,
      travaux_prescrits: false,
    });
  });

  it('omit plans without an answer, works done where none are prescribed, decrees without « oui »', () => {
    const plan = { plan: 'A', prescrits: null, realises: true };
    const typed = {
      ...NO_DECLARATION,
      sinistres_indemnises: false,
      travaux_par_plan: [plan, { ...plan, prescrits: false }],
      arretes_indemnises: ['INTE1'],
    };
    expect(settleDeclarations(typed)).toEqual({
      ...NO_DECLARATION,
      sinistres_indemnises: false,
      travaux_par_plan: [{ plan: 'A', prescrits: false, realises: null }],
    });
    expect(settleDeclarations({ ...typed, sinistres_indemnises: true }).arretes_indemnises).toEqual(['INTE1']);
    expect(isAnswered({ ...NO_DECLARATION, travaux_par_plan: [], arretes_indemnises: [] })).toBe(false);
  });

  it('drought works beside « aucun sinistre » are refused with the reason, and are not sent for a lease', () => {
    const typed = { ...NO_DECLARATION, sinistres_indemnises: false, travaux_rga_non_realises: 'Reprise du pignon' };
    expect(droughtFault(typed)).toMatch(/^Vous déclarez qu’aucun sinistre/u);
    expect(droughtFault({ ...typed, travaux_rga_non_realises: 'néant' })).toBeNull();
    expect(droughtFault({ ...typed, sinistres_indemnises: null })).toBeNull();
    expect(settleDeclarations(typed, true).travaux_rga_non_realises).toBeNull();
  });
});
