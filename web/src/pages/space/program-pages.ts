/** In one chunk: each one more is named in the first view's code. */
export { KeysPage } from '#features/api-keys/keys-page.tsx';
export { LotPage } from '#features/batches/lot-page.tsx';
export { LotsPage } from '#features/batches/lots-page.tsx';
export { WebhooksPage } from '#features/webhooks/webhooks-page.tsx';
