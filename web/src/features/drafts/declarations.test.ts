import { describe, expect, it } from 'vitest';
import { isAnswered, NO_DECLARATION, settleDeclarations } from './declarations.ts';

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
});
