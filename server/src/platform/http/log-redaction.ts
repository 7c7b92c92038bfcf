const SECRETS = ['authorization', 'password', 're_password', 'current_password', 'new_password', 'token', 'uid'];

/**
 * What no line of the log may show, down to `req.headers.authorization` or `err.body.password`. `err.detail` is where
 * PostgreSQL repeats the row that it refuses.
 */
export const LOG_REDACTION = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail'];

/** Read once from left to right, whatever a stranger made the line of: it begins a word, and holds one `@`. */
const E_MAIL = /(?<![^\s"'<>(),;:\\@])[^\s"'<>(),;:\\@]+@[^\s"'<>(),;:\\@]+\.[^\s"'<>(),;:\\@.]{2,}/g;

/** Servers repeat the recipient whom they refuse, PostgreSQL the value: whatever line they are in, e-mails are masked. */
export const maskEmails = (line: string): string => (line.includes('@') ? line.replace(E_MAIL, '[e-mail]') : line);
