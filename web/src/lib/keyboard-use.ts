/**
 * `data-keyboard` on the page's root while the keyboard is in use. The browser itself shows the focus that an anchor
 * gives to a text as the page loads, also to readers who use the pointer only: `ui/base.css` waits for a key.
 */
export function watchKeyboard(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('keydown', () => (dataset['keyboard'] = ''), { capture: true });
  window.addEventListener('pointerdown', () => delete dataset['keyboard'], { capture: true });
}
