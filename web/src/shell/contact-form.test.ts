import { describe, expect, it } from 'vitest';
import { checkForm, mailtoAddress, openForm } from './contact-form.ts';

const complete = {
  ...openForm('message'),
  nom: 'Élodie',
  email: 'e@exemple.fr',
  objet: 'Été & co',
  message: 'Bonjour,\nmerci',
};

describe('contact form', () => {
  it('asks for name, e-mail, subject and message, and nothing else', () => {
    expect(Object.keys(checkForm(openForm('message')))).toEqual(['nom', 'email', 'objet', 'message']);
    expect(checkForm(complete)).toEqual({});
    expect(checkForm({ ...complete, email: 'abc' }).email).toBeDefined();
  });

  it('keeps accents, ampersands and line breaks in the mail', () => {
    const address = new URL(mailtoAddress('support@exemple.fr', complete));
    expect(address.searchParams.get('subject')).toBe('Été & co');
    expect(address.searchParams.get('body')).toContain('Bonjour,\r\nmerci');
  });

  it('prefills the API request, which can be sent without choosing a usage', () => {
    const form = { ...openForm('api'), nom: 'A', email: 'a@b.fr' };
    expect(checkForm(form)).toEqual({});
  });
});
