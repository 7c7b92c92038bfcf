/** Identifiers of objects that do not exist. */
export const NOTHING = {
  otherSessionId: 999_999_999,
  keyId: 'key_999999999',
  batchId: 999_999_999,
  checkId: 999_999_999,
  webhookId: `whe_${'0'.repeat(32)}`,
  otherWebhookId: `whe_${'0'.repeat(32)}`,
  deliveryId: 'whd_999999999',
  statementId: 999_999_999,
  draftId: 999_999_999,
  sessionId: 'cs_test_none',
  orderId: '00000000-0000-4000-8000-000000000000',
  invoiceName: '00000000-0000-4000-8000-000000000000',
  answerRequestId: '00000000-0000-4000-8000-000000000000',
  handoverId: '00000000-0000-4000-8000-000000000000',
  receiptId: '00000000-0000-4000-8000-000000000000',
};
