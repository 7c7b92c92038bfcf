const SECRETS = ['authorization', 'password', 're_password', 'current_password', 'new_password', 'token', 'uid'];

/**
 * Keys never logged, down to `req.headers.authorization` or `err.body.password`. PostgreSQL repeats the refused row in
 * `err.detail`.
 */
export const LOG_REDACTION = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail'];

/** Linear time, whatever the input: starts a word, and contains one `@`. */
const E_MAIL = /(?<![^\s"'<>(),;:\\@])[^\s"'<>(),;:\\@]+@[^\s"'<>(),;:\\@]+\.[^\s"'<>(),;:\\@.]{2,}/g;

/** Mail servers repeat the refused recipient, PostgreSQL the value: masks e-mails in any line. */
export const maskEmails = (line: string): string => (line.includes('@') ? line.replace(E_MAIL, '[e-mail]') : line);
