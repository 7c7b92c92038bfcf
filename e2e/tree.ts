import type { Page } from '@playwright/test';

/** Without a name, a screen reader says only what they are. */
const NAMED = new Set(
  `alertdialog application button checkbox combobox dialog heading img link listbox menuitem option progressbar radio
   region searchbox slider spinbutton switch tab table textbox`.split(/\s+/u),
);
const NODE = /^\s*- '?(?<role>[a-z]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?(?<rest>.*)$/u;

type Node = { role: string; name: string; level: number };

/** The screen as the browser gives it to a screen reader, one line a node. */
async function treeOf(page: Page): Promise<Node[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines.flatMap((line) => {
    const { role = '', name = '', rest = '' } = NODE.exec(line)?.groups ?? {};
    return role === '' ? [] : [{ role, name, level: Number(/\[level=(\d)\]/u.exec(rest)?.[1] ?? 0) }];
  });
}

/**
 * What is wrong in the tree itself: a control, a picture or a window without a name; a screen without its one main part
 * and its one title, or whose headings skip a level. A window that is open hides the rest of the screen; the frame of a
 * screen to come has no title yet.
 */
export async function treeFaults(page: Page): Promise<string[]> {
  const nodes = await treeOf(page);
  const count = (wanted: (node: Node) => boolean): number => nodes.filter(wanted).length;
  const isWindow = nodes.some(({ role }) => role.endsWith('dialog'));
  const isToCome = (await page.locator('main[aria-busy=true]').count()) > 0;
  const levels = nodes.filter(({ role }) => role === 'heading').map(({ level }) => level);
  const skips = levels.flatMap((level, rank) => (rank > 0 && level > (levels[rank - 1] ?? 0) + 1 ? [level] : []));
  const [mains, titles] = [count(({ role }) => role === 'main'), count(({ level }) => level === 1)];
  return [
    ...nodes
      .filter(({ role, name }) => NAMED.has(role) && name === '')
      .map(({ role }) => `tree: ${role} without a name`),
    ...(isWindow || mains === 1 ? [] : [`tree: ${mains} main parts`]),
    ...(isWindow || isToCome || titles === 1 ? [] : [`tree: ${titles} titles`]),
    ...(isWindow ? [] : skips.map((level) => `tree: a heading of level ${level} after a higher one is missing`)),
  ];
}
