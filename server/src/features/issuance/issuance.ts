export { verifyAddress } from './address.service.ts';
export { createStatement, declareOwner } from './creation.service.ts';
export { collectCompulsoryFacts, collectFactsInBackground, withoutSuppliers } from './facts.service.ts';
export { generateStatement } from './generation.service.ts';
export { findPlace } from './place.service.ts';
export { forgetOldSteps } from './progress.service.ts';
export { renewStatement } from './renewal.service.ts';
