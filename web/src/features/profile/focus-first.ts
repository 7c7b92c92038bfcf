/** Leads to the first field, in the order of the page, among those named. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const field = [...form.elements].find((element) => names.includes(element.getAttribute('name') ?? ''));
  if (field instanceof HTMLElement) field.focus();
}
