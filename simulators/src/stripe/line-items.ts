import { invalid, missingParameter, noSuch } from './errors.ts';
import { given, group, integer, metadata, required, text, type Form } from './form.ts';
import { identifier, type LineItem, type Price } from './store.ts';
import type Stripe from 'stripe';
import type { World } from './world.ts';

const MOST_ITEMS = 100;

/** The lines of a session; creates the products and prices described inline. @throws StripeError */
export function readLineItems(world: World, form: Form): LineItem[] {
  const names = Object.keys(group(form, 'line_items')).map((index) => `line_items[${index}]`);
  if (names.length === 0) throw missingParameter('line_items');
  if (names.length > MOST_ITEMS)
    throw invalid('A Checkout Session has at most 100 line items.', { param: 'line_items' });
  const items = names.map((name) => readLineItem(world, form, name));
  if (new Set(items.map(({ currency }) => currency)).size === 1) return items;
  throw invalid('All line items of a Checkout Session must have the same currency.', { param: 'line_items' });
}

function readLineItem(world: World, form: Form, name: string): LineItem {
  const price = given(form, `${name}[price]`) ? heldPrice(world, form, name) : inlinePrice(world, form, name);
  const quantity = integer(form, `${name}[quantity]`, 1);
  if (quantity === null) throw missingParameter(`${name}[quantity]`);
  const amount = Math.round(Number(price.unit_amount_decimal) * quantity);
  const description = world.store.find('product', price.product)?.name ?? null;
  return {
    id: identifier('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: metadata(form, `${name}[metadata]`),
    price,
    quantity,
  };
}

function heldPrice(world: World, form: Form, name: string): Price {
  const id = required(form, `${name}[price]`);
  const price = world.store.find('price', id);
  if (price) return price;
  throw noSuch('price', id, `${name}[price]`);
}

function inlinePrice(world: World, form: Form, name: string): Price {
  if (given(form, `${name}[price_data]`) === undefined) {
    throw invalid(`You must specify either \`price\` or \`price_data\` for each line item.`, { param: name });
  }
  return createPrice(world, form, { prefix: `${name}[price_data]`, active: false });
}

/**
 * A price of the fields `<prefix>[currency]`, `[unit_amount]` or `[unit_amount_decimal]`, `[product]` or `[product_data]`;
 * without a prefix, of the fields themselves. @throws StripeError
 */
export function createPrice(world: World, form: Form, { prefix = '', active = true } = {}): Price {
  const at = (name: string): string => (prefix === '' ? name : `${prefix}[${name}]`);
  const currency = required(form, at('currency')).toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}.`, { param: at('currency') });
  const product = productOf(world, form, { at, active });
  const price: Price = {
    ...ONE_TIME,
    id: identifier('price'),
    active,
    created: world.now(),
    currency,
    metadata: metadata(form, at('metadata')),
    product,
    ...unitAmount(form, at),
  };
  world.store.put(price);
  return price;
}

/** Cents, or a decimal part of them. */
function unitAmount(form: Form, at: (name: string) => string): Pick<Price, 'unit_amount' | 'unit_amount_decimal'> {
  const unit = integer(form, at('unit_amount'));
  if (unit !== null) return { unit_amount: unit, unit_amount_decimal: String(unit) };
  const param = at('unit_amount_decimal');
  const decimal = text(form, param);
  if (decimal === null) throw missingParameter(at('unit_amount'));
  if (!/^\d+(\.\d{1,12})?$/.test(decimal)) {
    throw invalid(`Invalid decimal: ${decimal}`, { code: 'parameter_invalid_decimal', param });
  }
  return { unit_amount: Number.isInteger(Number(decimal)) ? Number(decimal) : null, unit_amount_decimal: decimal };
}

function productOf(
  world: World,
  form: Form,
  { at, active }: { at: (name: string) => string; active: boolean },
): string {
  const id = text(form, at('product'));
  if (id === null) return createProduct(world, form, { prefix: at('product_data'), active }).id;
  if (world.store.find('product', id)) return id;
  throw noSuch('product', id, at('product'));
}

/** A product of the fields `<prefix>[name]`, `[description]`, `[metadata]`. @throws StripeError */
export function createProduct(world: World, form: Form, { prefix = '', active = true } = {}): Stripe.Product {
  const at = (name: string): string => (prefix === '' ? name : `${prefix}[${name}]`);
  const created = world.now();
  const product: Stripe.Product = {
    id: identifier('prod'),
    object: 'product',
    active,
    created,
    default_price: null,
    description: text(form, at('description')),
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: metadata(form, at('metadata')),
    name: required(form, at('name')),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: text(form, at('tax_code')),
    tax_details: null,
    type: 'service',
    unit_label: text(form, at('unit_label')),
    updated: created,
    url: null,
  };
  world.store.put(product);
  return product;
}

const ONE_TIME = {
  object: 'price',
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  nickname: null,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
} as const;
