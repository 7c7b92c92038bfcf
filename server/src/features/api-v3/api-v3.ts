export { declarationsOf, fieldsOf, inV3 } from './fields.rules.ts';
export { digestOf, idempotencyKeyOf } from './idempotency.service.ts';
export { findProperty, type Property } from './property.service.ts';
