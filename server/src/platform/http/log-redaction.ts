const SECRETS = ['authorization', 'password', 're_password', 'current_password', 'new_password', 'token', 'uid'];

/**
 * What no line of the log may show, down to `req.headers.authorization` or `err.body.password`. `err.detail` is where
 * PostgreSQL repeats the row that it refuses.
 */
export const LOG_REDACTION = [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail'];
