export { verifyAddress } from './address.service.ts';
export { completeStatement } from './completion.service.ts';
export { addDraft, declareOwner, draftOf, storeDraft } from './creation.service.ts';
export {
  collectFactsInBackground,
  collectForPreview,
  withMissingFacts,
  withoutSuppliers,
  type Indications,
} from './facts.service.ts';
export { creditsInUse, generateStatement } from './generation.service.ts';
export { plansToAnswer } from './plan-documents.service.ts';
export { findPlace, ParcelsMissing } from './place.service.ts';
export { digestOfLabel } from './issuance.queries.ts';
export { forgetOldSteps } from './progress.service.ts';
export { renewStatement } from './renewal.service.ts';
