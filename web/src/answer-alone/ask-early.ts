import type { AskedQuestions } from '@clairisque/contract/questions.ts';
import { START, welcomeWords } from '#features/questions/welcome-words.ts';
import { drawFirst } from './draw-first.ts';
import { fill } from './fill.ts';

/**
 * Runs while the application's code is on its way: asks for the questions, and shows the first screens, prerendered with
 * a mark for each of their words. On a slow phone the welcome is read, and the first question answered, before that code
 * has come; `take-over.ts` goes on from what was done there.
 */
const [, , token = ''] = window.location.pathname.split('/');
document.documentElement.toggleAttribute('data-booted', true);
// The server had the browser ask for it with the page (`web-pages.ts`): without any header, this is that call.
const asked = fetch(`/api/v2/reponses/${token}/`);
Object.assign(window, { questionsAsked: asked });
asked.then(welcome).catch(() => null);

async function welcome(response: Response): Promise<void> {
  // Another copy is for `main.tsx`, which says what went wrong.
  const answer = response.ok ? ((await response.clone().json()) as AskedQuestions) : null;
  const screen = document.querySelector<HTMLElement>('[data-welcome]');
  if (answer === null || answer.certification !== null || screen === null || window.location.hash !== '') return;
  fill(screen, { ...welcomeWords(answer) });
  const question = drawFirst(answer);
  screen.querySelector('button')?.addEventListener('click', ({ currentTarget }) => {
    window.location.hash = START;
    if (question === null) (currentTarget as HTMLElement).textContent = 'Un instant…';
  });
  document.querySelector('[data-opening]')?.remove();
  const { title } = document;
  const show = () => {
    // The page has its own code now.
    if (!screen.isConnected) return;
    const isBegun = question !== null && window.location.hash !== '';
    screen.hidden = isBegun;
    document.title = isBegun ? `${question.dataset['title'] ?? ''} — Clairisque` : title;
    if (question !== null) question.hidden = !isBegun;
    if (isBegun) question.querySelector('h1')?.focus();
  };
  window.addEventListener('hashchange', show);
  show();
}
