/**
 * Until its code is there, a printed page could only answer a button by losing the click, and a form by loading itself again
 * with what was typed, password included, in its address. So its controls wait: they keep their look and take no input.
 */
const MARK = 'data-waits';

/** `html` as printed, its buttons disabled and its fields read-only. */
export function holdControls(html: string): string {
  return html
    .replaceAll(/<(button|select|input type="(?:checkbox|radio)")(?=[ >])/g, `<$1 disabled="" ${MARK}="disabled"`)
    .replaceAll(
      /<(input|textarea)(?! type="(?:checkbox|radio|hidden)")(?=[ >])/g,
      `<$1 readonly="" ${MARK}="readonly"`,
    );
}

/** To call once the page answers. */
export function releaseControls(): void {
  for (const control of document.querySelectorAll(`[${MARK}]`)) {
    control.removeAttribute(control.getAttribute(MARK) ?? '');
    control.removeAttribute(MARK);
  }
}
