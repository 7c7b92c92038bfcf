/** Pages that mails open, in one chunk: each one more is named in the first view's code. */
export { DisownPage } from './disown-page.tsx';
export { NewPasswordPage } from './new-password-page.tsx';
export { PasswordResetPage } from './password-reset-page.tsx';
export { UnsubscribePage } from './unsubscribe-page.tsx';
