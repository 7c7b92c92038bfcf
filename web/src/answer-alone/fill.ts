/** Text by text: what a link says never becomes markup. Of a word that says nothing, its place goes. */
export function fill(screen: HTMLElement, words: Record<string, string | null>): void {
  const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  const places: HTMLElement[] = [];
  while (texts.nextNode()) {
    const [, name = ''] = /^\{(\w+)\}$/.exec(texts.currentNode.nodeValue ?? '') ?? [];
    const word = words[name];
    if (typeof word === 'string') texts.currentNode.nodeValue = word;
    const place = texts.currentNode.parentElement?.closest<HTMLElement>(PLACE);
    if (word === null && place) places.push(place);
  }
  for (const place of places) place.remove();
}

/** A fact, or the box around a banner. */
const PLACE = 'div:not([data-tone], [data-tone] *)';
