import { keepDraft } from '#features/questions/typed-answer-field.tsx';

/**
 * Draws the page over the first screens, and goes on from what was done there: the typed text and its caret, the button
 * pressed, the focus. All in one task, so that no gesture falls between.
 */
export function takeOver(token: string, draw: () => void): void {
  const question = document.querySelector<HTMLElement>('[data-question]:not([hidden])');
  const field = question?.querySelector('input');
  const pressed = question?.querySelector<HTMLElement>('[data-pressed]')?.dataset['pressed'];
  const refocus = focusOf(document.activeElement);
  if (question && field?.value) keepDraft(`${token} ${question.dataset['id'] ?? ''}`, field.value);
  draw();
  refocus();
  buttonNamed(pressed)?.click();
}

/** Focuses what has taken the place of a field or a button. */
function focusOf(focused: Element | null): () => void {
  if (focused instanceof HTMLButtonElement) {
    const name = focused.textContent;
    return () => buttonNamed(name)?.focus();
  }
  if (!(focused instanceof HTMLInputElement)) return () => undefined;
  const { selectionStart: start, selectionEnd: end } = focused;
  return () => {
    const next = document.querySelector<HTMLInputElement>('main input');
    next?.focus();
    next?.setSelectionRange(start, end);
  };
}

function buttonNamed(name: string | undefined): HTMLButtonElement | undefined {
  return [...document.querySelectorAll<HTMLButtonElement>('main button')].find(
    ({ textContent }) => textContent === name,
  );
}
