import { crc32, deflateSync, gzipSync } from 'node:zlib';

/** Files that differ from their declared type, or expand enormously; `type` is what the sender declares. */
export type HostileFile = { name: string; type: string; bytes: Buffer };

const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>';
const XXE = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}&x;`;

export function hostileFiles(): HostileFile[] {
  const bomb = pngOf(50_000, 50_000);
  return [
    { name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from(SVG) },
    { name: 'logo.png', type: 'image/png', bytes: Buffer.from(XXE) },
    { name: 'bombe.png', type: 'image/png', bytes: bomb },
    { name: 'coupe.png', type: 'image/png', bytes: bomb.subarray(0, bomb.length / 2) },
    { name: 'tete.png', type: 'image/png', bytes: PNG_HEAD },
    { name: 'nul.png', type: 'image/png', bytes: pngOf(0, 0) },
    { name: 'polyglotte.gif', type: 'image/gif', bytes: Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=alert(1)//`) },
    {
      name: 'polyglotte.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<?php system("id"); ?>')]),
    },
    {
      name: 'archive.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('PK\x03\x04')]),
    },
    {
      name: 'document.pdf',
      type: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    },
    { name: 'bombe.gz', type: 'application/gzip', bytes: gzipSync(Buffer.alloc(20_000_000)) },
    { name: '../../../etc/cron.d/pirate', type: 'image/png', bytes: pngOf(1, 1) },
    { name: 'a"\r\nX-Pirate: 1\r\n.png', type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') },
    { name: 'msl.png', type: 'image/x-msl', bytes: Buffer.from('<image><read filename="/etc/passwd"/></image>') },
    { name: 'postscript.gif', type: 'image/gif', bytes: Buffer.from('%!PS\n(/etc/passwd) (r) file') },
    { name: 'vide.png', type: 'image/png', bytes: Buffer.alloc(0) },
  ];
}

/** A grey PNG of that size, of one repeated byte: a few kilobytes that decode to gigabytes. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(height * (width + 1), 4_000_000)));
  return Buffer.concat([PNG_HEAD, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
