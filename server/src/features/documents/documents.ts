export {
  documentName,
  readAttachment,
  readableDocument,
  readDocument,
  readFacts,
  readVerdict,
} from './documents.service.ts';
export { factsOf, insertEdition, withLaterFacts, type Edition, type NewEdition } from './editions.queries.ts';
export {
  currentEdition,
  findEditionByReference,
  findEditionForHandover,
  findNewestForHandover,
  hasStatement,
  requireEdition,
  statementFolder,
} from './editions.service.ts';
export { packContent, unpackContent } from './kept-content.rules.ts';
export { packInputs, unpackInputs, type PrinterInputs } from './printer-inputs.rules.ts';
export { isShortFile, shortVersionOf } from './short-version.service.ts';
export {
  keptAnswers,
  reprint,
  reprintShortVersion,
  type VerifiedAddress,
  type KeptAnswers,
} from './reprint.service.ts';
export { createExchangeRecord, type ExchangeRecord } from './supplier-answers.rules.ts';
