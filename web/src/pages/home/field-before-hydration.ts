/**
 * The home page's address field, from the first paint on. The prerendered page loads this file before the application, so it
 * must import nothing. It suggests addresses, and keeps text and submission until the application takes the field over.
 */
const DELAY_MS = 250;
const LEAST = 3;

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

/** Suggests at most five addresses for what is typed. A failure suggests nothing; the wizard says why. */
function suggestFor(field: HTMLInputElement): void {
  if (field.list) return;
  const show = listFor(field);
  let timer: ReturnType<typeof setTimeout>;
  const suggest = () => {
    clearTimeout(timer);
    const q = field.value.trim();
    // An answer about a text that was changed meanwhile is of no use.
    const showStill = (labels: string[]) => q === field.value.trim() && show(labels);
    if (q.length >= LEAST) timer = setTimeout(() => void search(q).then(showStill, () => null), DELAY_MS);
  };
  field.addEventListener('input', suggest);
  suggest();
}

/** Outside React's root: a prerendered page must be hydrated as it was sent. */
function listFor(field: HTMLInputElement): (labels: string[]) => void {
  const id = `${field.id}-propositions`;
  document.getElementById(id)?.remove();
  const list = Object.assign(document.createElement('datalist'), { id });
  document.body.append(list);
  field.setAttribute('list', id);
  return (labels) => list.replaceChildren(...labels.map((label) => new Option(label)));
}

/** Reads labels only, without the contract's schema (`contract/src/addresses.ts`), which brings zod. */
async function search(q: string): Promise<string[]> {
  const answer = await fetch(`/geocodage/search?${new URLSearchParams({ q, limit: '5' })}`, { credentials: 'omit' });
  const { features } = (await answer.json()) as { features: { properties: { label: string } }[] };
  return features.map(({ properties }) => properties.label);
}
