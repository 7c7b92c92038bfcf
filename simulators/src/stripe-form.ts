/** A form's fields, nested as their names say; lists come as objects with the keys `0`, `1`, … */
export type Form = Record<string, unknown>;

/** `line_items[0][price_data][unit_amount]=1990` → `{line_items: {0: {price_data: {unit_amount: '1990'}}}}`. */
export function nestedForm(body: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '');
    const last = path.pop();
    let place = form;
    for (const part of path) {
      place[part] ??= emptyForm();
      place = place[part] as Form;
    }
    if (last !== undefined) place[last] = value;
  }
  return form;
}

/** Without a prototype: a field named `__proto__` is a field. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}
