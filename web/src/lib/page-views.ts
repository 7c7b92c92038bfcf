import type { PageView, recordPageView } from '@clairisque/contract/page-views.ts';
import { readConsent } from './consent.ts';
import { postQuietly, type Endpoint } from './post-quietly.ts';

const AUDIENCE: Endpoint<typeof recordPageView> = { method: 'POST', url: '/api/v2/audience/' };

/** First-party, without cookie or identifier: exempt from consent, and yet it stops after « Refuser ». */
export function sendPageView(view: PageView): void {
  if (readConsent() !== 'declined') postQuietly(AUDIENCE, view);
}
