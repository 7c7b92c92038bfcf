const SECRETS = ['authorization', 'password', 're_password', 'current_password', 'new_password', 'token', 'uid'];

/** What no line of the log may show, down to `req.headers.authorization` or `err.body.password`. */
export const LOG_REDACTION = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
