export { assess, locate, type Located } from './assess.service.ts';
export { readBalance } from './balance.service.ts';
export { once } from './attempts.service.ts';
export { fieldsOf, inV3 } from './fields.rules.ts';
export { digestOf, idempotencyKeyOf } from './idempotency.service.ts';
export { issueStatement } from './issue.service.ts';
export { findAddresses, findParcels } from './places.service.ts';
export { findProperty, locateAll, metresFromAddress, type Property } from './property.service.ts';
export { listStatements, readStatement } from './statements.service.ts';
