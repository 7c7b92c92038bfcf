/** Suggestions of the home page's field, which is not React's alone: this file must import nothing. */

/** Longer than between two keys of a phone: a question for each letter would help nobody. */
const DELAY_MS = 450;
const LEAST = 3;
const MOST_ANSWERS = 30;
/** Answers of this visit, by text: the wizard opens on one of them without asking again. */
const answers = new Map<string, unknown>();

export const answerTo = (q: string): unknown => answers.get(q);

/** The part of an answer that is shown, without the contract's schema (`contract/src/addresses.ts`), which brings zod. */
type Address = {
  properties: { label: string; postcode?: string; city?: string; context?: string };
  /** What the typed text says otherwise. */
  ecarts?: string[];
};

/** Suggests at most five addresses for what is typed. A failure suggests nothing; the wizard says why. */
export function suggestFor(field: HTMLInputElement): void {
  if (field.hasAttribute('aria-controls')) return;
  const list = listFor(field);
  let timer: ReturnType<typeof setTimeout>;
  let asking = new AbortController();
  const suggest = () => {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const q = field.value.trim();
    const show = (addresses: Address[]) => !signal.aborted && list.show(addresses);
    if (q.length < LEAST) list.show([]);
    else if (answers.has(q)) show(addressesIn(answers.get(q)));
    else
      timer = setTimeout(
        () =>
          void search(q, signal)
            .then(show)
            .catch(() => null),
        DELAY_MS,
      );
  };
  field.addEventListener('input', suggest);
  suggest();
}

async function search(q: string, signal: AbortSignal): Promise<Address[]> {
  const url = `/geocodage/search?${new URLSearchParams({ q, limit: '5' })}`;
  const answer = await fetch(url, { credentials: 'omit', signal });
  if (!answer.ok) return [];
  const collection: unknown = await answer.json();
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(q, collection);
  return addressesIn(collection);
}

const addressesIn = (collection: unknown): Address[] => (collection as { features?: Address[] }).features ?? [];

/** The wizard's list of suggestions; outside React's root, since a prerendered page must be hydrated as it was sent. */
function listFor(field: HTMLInputElement): { show: (addresses: Address[]) => void } {
  const id = `${field.id}-propositions`;
  document.getElementById(id)?.parentElement?.remove();
  const box = element('div', { role: 'region', 'aria-label': 'Propositions d’adresses', 'data-suggestions': '' });
  const list = element('ul', { id, role: 'listbox', 'aria-label': 'Propositions' });
  box.hidden = true;
  box.append(list);
  document.body.append(box);
  const combobox = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-expanded': 'false' };
  for (const [name, value] of Object.entries(combobox)) field.setAttribute(name, value);

  let shown: Address[] = [];
  const open = (isOpen: boolean) => openBox(field, box, isOpen);
  const choose = (option: Element | null | undefined) => {
    const address = shown[[...list.children].indexOf(option as Element)];
    open(false);
    // Where it says something else than what was typed, the wizard names the difference and asks.
    if (address && !address.ecarts?.length) field.value = address.properties.label;
    field.form?.requestSubmit();
  };
  field.addEventListener('blur', () => open(false));
  field.addEventListener('keydown', (event) => {
    const active = list.querySelector('[aria-selected=true]');
    if (event.key === 'Escape' || (event.key === 'Enter' && !active)) open(false);
    if (box.hidden || (event.key !== 'Enter' && !(event.key in MOVES))) return;
    event.preventDefault();
    if (event.key === 'Enter') choose(active);
    else highlight(field, [...list.children], MOVES[event.key] ?? 0);
  });
  // The field keeps the focus.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => target instanceof Element && choose(target.closest('li')));
  return {
    show: (addresses) => {
      shown = addresses;
      list.replaceChildren(...addresses.map((address, index) => optionOf(address, `${id}-${index}`)));
      open(addresses.length > 0 && document.activeElement === field);
    },
  };
}

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Opens the box under the field, on whichever side of a resize. */
function openBox(field: HTMLInputElement, box: HTMLElement, isOpen: boolean): void {
  box.hidden = !isOpen;
  field.setAttribute('aria-expanded', String(isOpen));
  field.removeAttribute('aria-activedescendant');
  const { left, bottom, width } = (field.parentElement ?? field).getBoundingClientRect();
  const place = { left: left + window.scrollX, top: bottom + window.scrollY + 6, width };
  for (const [name, pixels] of Object.entries(place)) box.style.setProperty(name, `${pixels}px`);
  // A phone's keyboard covers half of the page.
  if (isOpen) box.scrollIntoView({ block: 'nearest' });
}

/** Moves by one option, round from the last to the first. */
function highlight(field: HTMLInputElement, options: Element[], move: number): void {
  const from = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  const to = options.at((from + move + (from < 0 && move < 0 ? 1 : 0)) % options.length);
  for (const option of options) option.setAttribute('aria-selected', String(option === to));
  if (to) field.setAttribute('aria-activedescendant', to.id);
}

/** The street above its town, as in the wizard. */
function optionOf({ properties: { label, postcode, city, context }, ecarts = [] }: Address, id: string): HTMLElement {
  const town = [postcode, city].filter(Boolean).join(' ');
  const street = label.endsWith(` ${town}`) ? label.slice(0, -town.length - 1) : label;
  const department = context?.split(', ')[1];
  const option = element('li', { id, role: 'option', 'aria-selected': 'false' });
  const where = [town, department !== city && department].filter(Boolean).join(' · ');
  for (const [tag, text] of [
    ['strong', street],
    ['span', where],
    ['em', ecarts.join(' ; ')],
  ] as const)
    if (text) option.append(Object.assign(document.createElement(tag), { textContent: text }), ' ');
  return option;
}

function element(tag: 'div' | 'ul' | 'li', attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
