import { invalid, missingParameter } from './errors.ts';

/** A form's fields, nested as their names say; lists become objects with the keys `0`, `1`, … */
export type Form = Record<string, unknown>;

/** `line_items[0][price_data][unit_amount]=1990` → `{line_items: {0: {price_data: {unit_amount: '1990'}}}}`. */
export function nestedForm(body: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = steps(name);
    const last = path.pop();
    let place = form;
    for (const part of path) {
      if (typeof place[part] !== 'object') place[part] = emptyForm();
      place = place[part] as Form;
    }
    // `expand[]=a&expand[]=b`: each takes the next number.
    if (last === '') place[String(Object.keys(place).length)] = value;
    else if (last !== undefined) place[last] = value;
  }
  return form;
}

function steps(name: string): string[] {
  const path = name.split(/\[|\]\[|\]/);
  if (name.endsWith('[]')) return [...path.filter((part) => part !== ''), ''];
  return path.filter((part) => part !== '');
}

/** Without a prototype: a field named `__proto__` is a field. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

/** The value at a path in Stripe's spelling: `line_items[0][price_data][currency]`. */
export function given(form: Form, name: string): unknown {
  return steps(name).reduce<unknown>((place, part) => (place as Form | undefined)?.[part], form);
}

/** The members of a list or of a range. */
export function group(form: Form, name: string): Form {
  const value = given(form, name);
  return typeof value === 'object' && value !== null ? (value as Form) : emptyForm();
}

/** @throws StripeError when a member is not text */
export function list(form: Form, name: string): string[] {
  return Object.keys(group(form, name)).map((index) => text(form, `${name}[${index}]`) ?? '');
}

/** Null when absent or empty. @throws StripeError when longer than `max` */
export function text(form: Form, name: string, max = 5000): string | null {
  const value = given(form, name);
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalid('Invalid string.', { param: name });
  if (value.length > max) throw invalid(`Invalid string; must be at most ${max} characters`, { param: name });
  return value;
}

/** @throws StripeError when absent or empty */
export function required(form: Form, name: string): string {
  const value = text(form, name);
  if (value !== null) return value;
  if (given(form, name) === undefined) throw missingParameter(name);
  const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
  throw invalid(message, { code: 'parameter_invalid_empty', param: name });
}

/** @throws StripeError for `12.5`, `abc`, or less than `min` */
export function integer(form: Form, name: string, min = 0): number | null {
  const value = text(form, name);
  if (value === null) return null;
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  }
  if (number >= min) return number;
  const message = `This value must be greater than or equal to ${min}.`;
  throw invalid(message, { code: 'parameter_invalid_integer', param: name });
}

/** @throws StripeError for a value outside `values` */
export function oneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | null {
  const value = text(form, name);
  if (value === null) return null;
  const known = values.find((one) => one === value);
  if (known !== undefined) return known;
  throw invalid(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
}

/** Up to 50 keys of 40 characters with values of 500. @throws StripeError beyond */
export function metadata(form: Form, name = 'metadata'): Record<string, string> {
  const entries = Object.entries(group(form, name));
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys.', { param: name });
  for (const [key, value] of entries) {
    if (typeof value !== 'string') throw invalid('Invalid string.', { param: `${name}[${key}]` });
    const [long, size] = key.length > 40 ? ['keys', key.length] : ['values', value.length];
    if (size <= (long === 'keys' ? 40 : 500)) continue;
    const most = long === 'keys' ? 40 : 500;
    const message = `Metadata ${long} can have up to ${most} characters, but you passed in one that is ${size} characters.`;
    throw invalid(message, { param: name });
  }
  // Stripe drops keys whose value is empty.
  return Object.fromEntries(entries.filter(([, value]) => value !== '').map(([key, value]) => [key, String(value)]));
}

/** @throws StripeError for an unknown parameter */
export function refuseUnknown(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}
