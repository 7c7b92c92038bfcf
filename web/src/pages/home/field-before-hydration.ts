/**
 * The home page's address field, from the first paint on. The prerendered page loads this file before the application, so it
 * must import nothing. It suggests addresses, and keeps text and submission until the application takes the
 * field over.
 */
let printed = document.querySelector<HTMLInputElement>('input[data-early]');
let isFocused = printed !== null && printed === document.activeElement;
let isSent = false;

if (printed) watchField(printed);

/** Watches the prerendered field: it keeps its text, focus and submission are recorded here. */
function watchField(field: HTMLInputElement): void {
  const path = document.querySelector<HTMLScriptElement>('script[data-on-gesture]')?.dataset['onGesture'];
  // By its name: otherwise this file would import the bundler's own code.
  if (path) suggestOnGesture(field, () => import(/* @vite-ignore */ path) as Promise<Suggestions>);
  field.addEventListener('focus', () => (isFocused = true));
  // Its removal blurs it too: not the user's doing.
  field.addEventListener('blur', () => queueMicrotask(() => (isFocused &&= !field.isConnected)));
  document.addEventListener('submit', keep, true);
  const submit = field.form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (submit) submit.disabled = false;
}

/** The browser's own submission would put the address in the query of a request. */
function keep(event: SubmitEvent): void {
  const form = printed?.form;
  if (!form || event.target !== form) return;
  event.preventDefault();
  event.stopPropagation();
  isSent = true;
  form.setAttribute('aria-busy', 'true');
}

/** For the hydrated field, or the one rendered in its place, which receives text, focus and caret. Submits what was sent early. */
export function takeOver(field: HTMLInputElement): void {
  if (printed !== null && printed !== field) {
    field.value = printed.value;
    if (isFocused) field.focus({ preventScroll: true });
    field.setSelectionRange(printed.selectionStart, printed.selectionEnd);
  }
  printed = null;
  document.removeEventListener('submit', keep, true);
  field.form?.removeAttribute('aria-busy');
  if (isSent) field.form?.requestSubmit();
  isSent = false;
}

type Suggestions = { suggestFor: (field: HTMLInputElement) => void };

/** The code of suggestions comes with the first gesture there; without it the field takes an address all the same. */
export function suggestOnGesture(field: HTMLInputElement, load: () => Promise<Suggestions>): void {
  const start = () => {
    load()
      .then(({ suggestFor }) => suggestFor(field))
      .catch(() => null);
  };
  if (document.activeElement === field || field.value !== '') start();
  else field.addEventListener('focus', start, { once: true });
}
