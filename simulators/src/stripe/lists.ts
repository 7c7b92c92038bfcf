import { invalid, noSuch, type StripeError } from './errors.ts';
import { given, integer, list, text, type Form } from './form.ts';
import { lineItemList } from './sessions.ts';
import { shown, type Kind, type Store } from './store.ts';

type Fields = Record<string, unknown>;

const KIND_BY_PREFIX: Record<string, Kind> = {
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  dp: 'dispute',
  prod: 'product',
};
const MOST_LEVELS = 4;
/** Ids of objects that are not simulated. */
const OPAQUE = ['balance_transaction', 'payment_method', 'failure_balance_transaction'];

type Listing = { kind: Kind; url: string; keeps: (object: Fields) => boolean };

/** A page of objects, newest first: `limit`, `starting_after`, `ending_before`, `created[gte]`… @throws StripeError */
export function listOf(store: Store, query: Form, { kind, url, keeps }: Listing): Fields {
  const limit = integer(query, 'limit', 1) ?? 10;
  if (limit > 100) {
    const message = 'Invalid integer: limit must be less than or equal to 100';
    throw invalid(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const all = (store.all(kind) as Fields[])
    .toReversed()
    .filter((object) => keeps(object) && createdWithin(object, query));
  const [after, before] = [text(query, 'starting_after'), text(query, 'ending_before')];
  const place = (id: string): number => {
    const index = all.findIndex((object) => object['id'] === id);
    if (index < 0) throw noSuch(kind, id, after === null ? 'ending_before' : 'starting_after');
    return index;
  };
  const from = after !== null ? place(after) + 1 : before !== null ? Math.max(0, place(before) - limit) : 0;
  const to = before === null ? from + limit : place(before);
  const hasMore = before === null ? to < all.length : from > 0;
  return { object: 'list', data: all.slice(from, to), has_more: hasMore, url };
}

function createdWithin(object: Fields, query: Form): boolean {
  const created = Number(object['created']);
  if (typeof given(query, 'created') === 'string') return created === integer(query, 'created');
  const above = Math.max(integer(query, 'created[gte]') ?? 0, (integer(query, 'created[gt]') ?? -1) + 1);
  const below = Math.min(integer(query, 'created[lte]') ?? Infinity, (integer(query, 'created[lt]') ?? Infinity) - 1);
  return created >= above && created <= below;
}

/** The object or list, with the ids named by `expand[]` replaced by their objects. @throws StripeError */
export function expanded(store: Store, object: Fields, query: Form): Fields {
  const paths = list(query, 'expand').map((path) => path.split('.'));
  if (paths.some((path) => path.length > MOST_LEVELS)) {
    throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
  }
  const { data } = object;
  const bare = Array.isArray(data) ? { ...object, data: data.map((one: Fields) => shown(one)) } : shown(object);
  return paths.reduce<Fields>((result, path) => expand(store, result, path), bare);
}

function expand(store: Store, object: Fields, [name = '', ...rest]: string[]): Fields {
  const deeper = (one: Fields): Fields => (rest.length === 0 ? one : expand(store, one, rest));
  const value = reached(store, object, name);
  if (Array.isArray(value)) return { ...object, [name]: value.map((one: Fields) => deeper(one)) };
  return { ...object, [name]: typeof value === 'object' && value !== null ? deeper(value as Fields) : value };
}

/** The value of a property, with an id replaced by its object. */
function reached(store: Store, object: Fields, name: string): unknown {
  const hidden = HIDDEN[`${String(object['object'])}.${name}`];
  if (hidden) return hidden(store, String(object['id']));
  const value = object[name];
  if (value === undefined) throw notExpandable(name);
  if (typeof value !== 'string' || OPAQUE.includes(name)) return value;
  const kind = KIND_BY_PREFIX[value.split('_')[0] ?? ''];
  const found = kind && store.find(kind, value);
  if (found) return shown(found);
  throw notExpandable(name);
}

/** Properties returned only when expanded. */
const HIDDEN: Record<string, (store: Store, id: string) => object | null> = {
  'checkout.session.line_items': (store, id) => {
    const session = store.find('checkout.session', id);
    return session ? lineItemList(session) : null;
  },
  'charge.refunds': (store, id) => {
    const data = store.all('refund').filter((refund) => refund.charge === id);
    return { object: 'list', data: data.toReversed(), has_more: false, url: `/v1/charges/${id}/refunds` };
  },
};

function notExpandable(name: string): StripeError {
  return invalid(`This property cannot be expanded (${name}).`, { param: 'expand' });
}
