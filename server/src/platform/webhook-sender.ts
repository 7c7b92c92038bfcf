/** Why an attempt did not deliver; `status`: an answer other than 2xx. */
export type SendFailure = 'address_refused' | 'unreachable' | 'timeout' | 'redirected' | 'status';
export type Sent = { status: number | null; answer: string; failure: SendFailure | null; durationMs: number };

export type WebhookSender = {
  /** One attempt: never throws for the fault of the other side. */
  send(request: { url: string; headers: Record<string, string>; body: string }): Promise<Sent>;
  /** In French: why nothing may be sent to that URL; null when its address is only known at the connection. */
  refusal(url: string): string | null;
};
