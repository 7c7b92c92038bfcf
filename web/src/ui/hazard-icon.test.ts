import { readFileSync } from 'node:fs';
import { HEADING_ICONS } from '@clairisque/contract/common/headings.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HazardIcon } from './hazard-icon.tsx';

const TEMPLATE = new URL('../../../server/templates/lib/icons.typ', import.meta.url);

it('each hazard is drawn on the screen as on paper', () => {
  const printed = readFileSync(TEMPLATE, 'utf8');
  for (const name of Object.values(HEADING_ICONS)) {
    const line = new RegExp(`^ {2}${name}: "(.*)",$`, 'm').exec(printed)?.[1] ?? 'not in the template';
    expect(shapesOf(renderToStaticMarkup(createElement(HazardIcon, { name })))).toEqual(shapesOf(line));
  }
});

function shapesOf(markup: string): string[] {
  return [...markup.matchAll(/ (?:d|c[xy]|r|stroke-dasharray)=['"]([^'"]+)/g)].map(([, value]) => value ?? '');
}
