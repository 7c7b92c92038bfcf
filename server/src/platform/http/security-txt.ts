import type { Clock } from '../clock.ts';
import type { App } from './app.ts';

/** RFC 9116 recommends less than a year. Counted from each response, so it stays valid while we serve. */
const HOLDS_DAYS = 180;
const A_DAY_MS = 86_400_000;

/** Where to report a vulnerability: `/.well-known/security.txt`. */
export function serveSecurityTxt(app: App, site: { publicUrl: string; supportEmail: string; clock: Clock }): void {
  const { publicUrl, supportEmail, clock } = site;
  const config = { access: 'none', throttle: 'open', produces: 'text/plain' } as const;
  app.get('/.well-known/security.txt', { config, schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(clock().getTime() + HOLDS_DAYS * A_DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(
        [
          `Contact: mailto:${supportEmail}`,
          `Expires: ${expires}`,
          'Preferred-Languages: fr, en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
}
