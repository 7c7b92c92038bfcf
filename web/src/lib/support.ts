/** Recipient of the contact forms. */
export const SUPPORT_EMAIL: string = import.meta.env['VITE_SUPPORT_EMAIL'] ?? 'support@clairisque.fr';
