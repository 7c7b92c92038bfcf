/** In one chunk: each one more is named in the first view's code. */
export { KeysPage } from '#features/api-keys/keys-page.tsx';
export { BatchesPage } from '#features/batches/batches-page.tsx';
export { BatchPage } from '#features/batches/batch-page.tsx';
export { DevelopersFrame } from '#pages/developers/developers-frame.tsx';
export { WebhooksPage } from '#features/webhooks/webhooks-page.tsx';
