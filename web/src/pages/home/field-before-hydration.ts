/**
 * The home page's address field, from the first paint on. The prerendered page loads this file before the application, so it
 * must import nothing at first. It suggests addresses, and keeps text and submission until the application takes the
 * field over.
 */
let printed = document.querySelector<HTMLInputElement>('input[data-early]');
let isFocused = printed !== null && printed === document.activeElement;
let isSent = false;

if (printed) watchField(printed);

/** Watches the prerendered field: it keeps its text, focus and submission are recorded here. */
function watchField(field: HTMLInputElement): void {
  suggestFor(field);
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
  suggestFor(field);
  field.form?.removeAttribute('aria-busy');
  if (isSent) field.form?.requestSubmit();
  isSent = false;
}

/** Its code comes with the first gesture there; without it the field takes an address all the same. */
function suggestFor(field: HTMLInputElement): void {
  const load = () => {
    void import('#lib/home-suggestions.ts').then(({ suggestFor }) => suggestFor(field)).catch(() => null);
  };
  if (document.activeElement === field || field.value !== '') load();
  else field.addEventListener('focus', load, { once: true });
}
