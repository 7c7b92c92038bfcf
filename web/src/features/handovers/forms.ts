import type { FileForm, HandedForm } from '@clairisque/contract/handovers.ts';

/** Names for the owner what a link hands over. */
export const FORMS: Record<HandedForm, string> = {
  complete: 'Le document complet',
  courte: 'La version courte, sans annexes',
  les_deux: 'Le document complet et sa version courte',
};

/** For the recipient. */
export const HANDED: Record<HandedForm, string> = {
  complete: 'Document complet',
  courte: 'Version courte, sans annexes',
  les_deux: 'Document complet et version courte',
};

/** One of two files; alone, the whole document is « le PDF ». */
export const FILES: Record<FileForm, string> = { complete: 'PDF complet', courte: 'Version courte' };

export function formOf(files: readonly { forme: FileForm }[] | undefined): HandedForm {
  const [first, second] = files ?? [];
  return second ? 'les_deux' : (first?.forme ?? 'complete');
}
