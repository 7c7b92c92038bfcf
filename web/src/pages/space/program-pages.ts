import { KeysPage as Keys } from '#features/api-keys/keys-page.tsx';
import { WebhooksPage as Webhooks } from '#features/webhooks/webhooks-page.tsx';
import { withDevelopersMenu } from '#pages/developers/developers-menu.tsx';

/** In one chunk: each one more is named in the first view's code. */
export const KeysPage = withDevelopersMenu(Keys);
export const WebhooksPage = withDevelopersMenu(Webhooks);
export { BatchesPage } from '#features/batches/batches-page.tsx';
export { BatchPage } from '#features/batches/batch-page.tsx';
