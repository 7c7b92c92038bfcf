import type { AskedQuestions } from '@clairisque/contract/questions.ts';
import { START, welcomeWords } from '#features/questions/welcome-words.ts';

/**
 * Runs while the application's code is on its way: asks for the questions, and shows the first screen, prerendered with
 * a mark for each of its words. On a slow phone it is read, and left, before that code has come.
 */
const [, , token = ''] = window.location.pathname.split('/');
document.documentElement.toggleAttribute('data-booted', true);
const asked = fetch(`/api/v2/reponses/${token}/`, { headers: { accept: 'application/json' }, credentials: 'omit' });
Object.assign(window, { questionsAsked: asked });
asked.then(welcome).catch(() => null);

async function welcome(response: Response): Promise<void> {
  // Another copy is for `main.tsx`, which says what went wrong.
  const answer = response.ok ? ((await response.clone().json()) as AskedQuestions) : null;
  const screen = document.querySelector<HTMLElement>('[data-welcome]');
  if (answer === null || answer.certification !== null || screen === null || window.location.hash !== '') return;
  fill(screen, { ...welcomeWords(answer) });
  screen.querySelector('button')?.addEventListener('click', start);
  document.querySelector('[data-opening]')?.remove();
  screen.hidden = false;
}

/** `main.tsx` opens the first question from there. */
function start({ currentTarget }: Event): void {
  window.location.hash = START;
  (currentTarget as HTMLElement).textContent = 'Un instant…';
}

/** Text by text: what a link says never becomes markup. Of a word that says nothing, its place goes. */
function fill(screen: HTMLElement, words: Record<string, string | null>): void {
  const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  const places: HTMLElement[] = [];
  while (texts.nextNode()) {
    const [, name = ''] = /^\{(\w+)\}$/.exec(texts.currentNode.nodeValue ?? '') ?? [];
    const word = words[name];
    if (typeof word === 'string') texts.currentNode.nodeValue = word;
    const place = texts.currentNode.parentElement?.closest<HTMLElement>(PLACE);
    if (word === null && place) places.push(place);
  }
  for (const place of places) place.remove();
}

/** A fact, or the box around a banner. */
const PLACE = 'div:not([data-tone], [data-tone] *)';
