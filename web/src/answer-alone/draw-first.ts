import type { AskedQuestions, Question } from '@clairisque/contract/questions.ts';
import { askedOf, isDone, nextOpen } from '#features/questions/asked.ts';
import { choicesOf, questionWords, typedLook, wayOf, type Choice } from '#features/questions/question-words.ts';
import { fill } from './fill.ts';

/** The first question without an answer, still hidden; null where its kind waits for the code, or none is left. */
export function drawFirst({ questions }: AskedQuestions): HTMLElement | null {
  const all = askedOf(questions);
  const question = nextOpen(questions, null);
  if (question?.etat !== 'ouverte') return null;
  const way = wayOf(question);
  const screen = document.querySelector<HTMLElement>(`[data-question=${way}]`);
  if (screen === null) return null;
  const [rank, total] = [all.indexOf(question) + 1, all.length];
  fill(screen, { ...questionWords(question, { rank, total, canGoBack: true }) });
  setAttributes(screen.querySelector('progress'), { max: total, value: all.filter(isDone).length });
  if (way === 'choices') drawChoices(screen, question);
  else drawField(screen, question);
  Object.assign(screen.dataset, { id: question.id, title: `Question ${rank} sur ${total}` });
  screen.addEventListener('click', ({ target }) => press(screen, (target as Element).closest('button')));
  return screen;
}

function drawChoices(screen: HTMLElement, question: Question): void {
  const [first, others] = screen.querySelectorAll<HTMLElement>('fieldset > div');
  const [choices, ways] = choicesOf(question);
  drawButtons(first, choices);
  drawButtons(others, ways);
}

/** As many as there are choices, each a copy of the first one. */
function drawButtons(group: HTMLElement | undefined, choices: readonly Choice[]): void {
  const model = group?.querySelector('button');
  if (!group || !model) return;
  group.replaceChildren(
    ...choices.map(({ libelle }) => {
      const button = model.cloneNode() as HTMLElement;
      button.textContent = libelle;
      return button;
    }),
  );
  setAttributes(group, { 'data-count': choices.length });
}

function drawField(screen: HTMLElement, question: Question): void {
  const field = screen.querySelector('input');
  const { label, help, inputMode = null } = typedLook(question);
  const [name, helpText] = [screen.querySelector('label'), field?.nextElementSibling];
  if (name) name.textContent = label;
  if (help === undefined) helpText?.remove();
  setAttributes(field, { inputmode: inputMode });
  if (!question.sans_objet) screen.querySelector('[aria-pressed]')?.remove();
  field?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    press(screen, screen.querySelector('button'));
  });
}

function setAttributes(element: Element | null, attributes: Record<string, string | number | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element?.removeAttribute(name);
    else element?.setAttribute(name, String(value));
  }
}

/** Held until the code comes; the first one counts, as once it is there. */
function press(screen: HTMLElement, button: HTMLElement | null): void {
  if (button === null || screen.querySelector('[data-pressed]') !== null) return;
  button.dataset['pressed'] = button.textContent;
  if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', 'true');
  else button.textContent = 'Un instant…';
}
