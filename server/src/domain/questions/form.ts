import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { Block, Disasters, Row } from '#domain/printing/parts.ts';
import { ATTESTATION, HEAD, NOISE, placedRows, type Placed } from './rows.ts';

/** The part of a document that is answered, ticked or written. */
export type Form = {
  property: Row[];
  blocks: Block[];
  noise: Block[];
  attestation: Block | null;
  disasters: Disasters;
};

/** The form without any answer since its issue: questions are derived from it. */
export type Asking = {
  form: Form;
  findings: Findings;
  transaction: TransactionType;
  /** The seller as printed; null when the form leaves it blank. */
  seller: string | null;
  buyer: string | null;
  hasLot: boolean;
};

/** The head of the form, as a block. */
export const headOf = ({ property }: Pick<Form, 'property'>): Block => ({
  letter: null,
  title: 'En tête du formulaire',
  article: null,
  rows: property,
});

/** Every row of the form. */
export const allRows = (form: Form): Placed[] =>
  [
    placedRows([headOf(form)], HEAD),
    placedRows(form.blocks, 'travaux'),
    placedRows(form.noise, NOISE),
    placedRows(form.attestation === null ? [] : [form.attestation], ATTESTATION),
  ].flat(2);

/** Decrees without an answer. */
export const hasOpenDecrees = ({ disasters: { rows } }: Pick<Form, 'disasters'>): boolean =>
  rows.some(({ boxes }) => boxes.every(({ checked }) => !checked));
