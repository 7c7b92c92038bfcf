import { expect, it } from 'vitest';
import {
  accountDeletedMail,
  activationMail,
  choosePasswordMail,
  passwordChangedMail,
  passwordResetMail,
} from './accounts.mails.ts';

const siteUrl = 'https://clairisque.fr';
const supportEmail = 'support@clairisque.fr';
const sender = { siteUrl, supportEmail, identity: 'Clairisque est un service de Essai, SAS.' };
const url = `${siteUrl}/activate/MTI/zR4_-x`;
const notMeUrl = `${siteUrl}/pas-moi/MTI/zR4_-x`;
const activation = activationMail({ sender, link: { url, notMeUrl, validHours: 72 } });
const reset = passwordResetMail({ sender, link: { url, validHours: 1 }, username: '<script>alert("1")</script>&' });
const mails = [
  activation,
  choosePasswordMail({ sender, link: { url, notMeUrl, validHours: 1 } }),
  reset,
  passwordChangedMail({ sender }),
  accountDeletedMail({ sender, refundedCents: 0 }),
  accountDeletedMail({ sender, refundedCents: 2500 }),
];

it.each(mails)('« $subject » is readable without remote content, as HTML and as text', ({ subject, text, html }) => {
  expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import|src=/i);
  const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  expect(
    new Set(addresses).isSubsetOf(
      new Set([url, notMeUrl, siteUrl, `${siteUrl}/password-reset`, `mailto:${supportEmail}`]),
    ),
  ).toBe(true);
  for (const form of [text, html]) {
    expect(form).toContain('Clairisque');
    expect(form).toContain(siteUrl);
    expect(form).toContain(sender.identity);
    expect(form).toMatch(/Vous recevez ce message parce que/);
    // French spacing: only no-break spaces before these signs.
    expect(form.replaceAll(/https?:\S+|<style>[^]*?<\/style>|style="[^"]*"/g, '')).not.toMatch(/ [?!;:»]|« /);
  }
  expect(subject).not.toMatch(/[\r\n]/);
});

it('shows the link as a button, as a URL to copy, and on a separate line of the text part', () => {
  for (const { html, text } of [activation, reset]) {
    expect(html.split(`href="${url}"`)).toHaveLength(3);
    expect(html).toContain(`>${url}</a>`);
    expect(text.split('\n')).toContain(url);
  }
  expect(activation.text).toContain('Ce lien ne sert qu’une fois et reste valable 72 heures.');
  expect(reset.text).toContain('reste valable une heure');
  expect(activation.text).toContain(`Ce n’est pas moi\u00A0:\n${notMeUrl}\n`);
  expect(activation.html).toContain(`href="${notMeUrl}"`);
});

it('has the subjects of the contract', () => {
  expect(activation.subject).toBe('Activation du compte sur Clairisque');
  expect(reset.subject).toBe('Réinitialisation du mot de passe sur Clairisque');
});

it('escapes user input', () => {
  expect(reset.text).toContain('<script>alert("1")</script>&');
  expect(reset.html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;');
});
