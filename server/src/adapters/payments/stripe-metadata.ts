import type Stripe from 'stripe';
import { z } from 'zod';
import type { OrderedThen } from '#domain/credits/payment.ts';

/**
 * An order as the metadata of its payment page, texts of at most 500 characters: a restored database finds there the
 * orders made since. `site` distinguishes installations with the same Stripe account.
 */
export function keptOrder(order: OrderedThen, publicUrl: string): Record<string, string> {
  const { consent, months } = order;
  return {
    site: publicUrl,
    product_code: order.productCode,
    label: order.label,
    credits: String(order.credits),
    ...(months !== null && { months: String(months) }),
    created_at: order.createdAt.toISOString(),
    ...(consent !== null && { consent_version: consent.version, consented_at: consent.at.toISOString() }),
    ...(consent?.digest != null && { consent_digest: consent.digest }),
  };
}

const Metadata = z
  .object({
    site: z.string(),
    product_code: z.string(),
    label: z.string(),
    credits: z.coerce.number().int().positive(),
    months: z.coerce.number().int().optional(),
    created_at: z.coerce.date(),
    consent_version: z.string().optional(),
    consent_digest: z.string().optional(),
    consented_at: z.coerce.date().optional(),
  })
  .transform(
    ({
      consent_version: version,
      consent_digest: digest,
      consented_at: at,
      ...order
    }): Omit<OrderedThen, 'email'> & { site: string } => ({
      site: order.site,
      productCode: order.product_code,
      label: order.label,
      credits: order.credits,
      months: order.months ?? null,
      createdAt: order.created_at,
      consent: version === undefined || at === undefined ? null : { version, digest: digest ?? null, at },
    }),
  );

/** Null for a page of another site, or opened before metadata were written. */
export function readKeptOrder(
  { metadata, customer_email: email }: Stripe.Checkout.Session,
  publicUrl: string,
): OrderedThen | null {
  const kept = Metadata.safeParse(metadata);
  if (!kept.success || email === null || kept.data.site !== publicUrl) return null;
  const { site: _ours, ...order } = kept.data;
  return { ...order, email };
}
