import { request, type IncomingHttpHeaders } from 'node:http';

export type Sent = { headers?: Record<string, string>; body?: string | Buffer };
export type Answered = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };

/** One request exactly as written: `fetch` would normalise the method, add a media type, refuse some headers. */
export function send(
  app: { url: string },
  [method, path]: readonly [method: string, path: string],
  { headers = {}, body }: Sent = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const isSized = body !== undefined && headers['transfer-encoding'] === undefined;
    const length = isSized ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const outgoing = request(app.url + path, { method, headers: { ...length, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
/** A session's token, or a key of API v3. */
export const withToken = (token: string) => ({
  authorization: `${token.startsWith('crt_') ? 'Bearer' : 'Token'} ${token}`,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
