/**
 * Before its code is loaded, a prerendered button would lose clicks, and a form would submit what was typed, password
 * included, in the URL. So controls are disabled until hydration, and keep their look.
 */
const MARK = 'data-waits';

/**
 * `html` with its buttons disabled and its fields read-only, except the field that `pages/home/field-before-hydration.ts`
 * serves. A control that the page itself disables stays so once it is interactive.
 */
export function disableUntilHydrated(html: string): string {
  return html
    .replaceAll(
      /<(button|select|input type="(?:checkbox|radio)")(?![^>]* disabled="")(?=[ >])/g,
      `<$1 disabled="" ${MARK}="disabled"`,
    )
    .replaceAll(
      /<(input|textarea)(?! type="(?:checkbox|radio|hidden)")(?![^>]* data-early="")(?![^>]* readonly="")(?=[ >])/gi,
      `<$1 readonly="" ${MARK}="readonly"`,
    );
}

/** Call it once the page is interactive. */
export function enableControls(): void {
  for (const control of document.querySelectorAll(`[${MARK}]`)) {
    control.removeAttribute(control.getAttribute(MARK) ?? '');
    control.removeAttribute(MARK);
  }
}
