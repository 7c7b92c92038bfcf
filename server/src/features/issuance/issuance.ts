export { collectCompulsoryFacts, withoutSuppliers } from './facts.service.ts';
export { findPlace } from './place.service.ts';
export { forgetOldSteps } from './progress.service.ts';
