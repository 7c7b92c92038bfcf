/** Passwords of test accounts; apart from `people.ts`, whose application only Vitest can start. */
export const PASSWORD = 'Cheval-Agrafe-7';
export const OTHER_PASSWORD = 'Pile-Correcte-8';
