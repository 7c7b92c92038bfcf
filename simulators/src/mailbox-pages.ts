/** The mailbox for people: two HTML pages, without any script. */

export type Message = {
  id: number;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** Headers by name in lower case. */
  headers: Record<string, string>;
  attachments: { name: string; bytes: Buffer }[];
  /** ISO instant of reception. */
  date: string;
};

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: #1b2530; background: #fbfaf7 }
  h1 { font-size: 1.5rem } table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #d8d5cc; vertical-align: top }
  input { font: inherit; padding: .4rem .6rem } button { font: inherit; padding: .4rem 1rem } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; background: #fff; border: 1px solid #d8d5cc; padding: 1rem }
  iframe { width: 100%; height: 44rem; border: 1px solid #d8d5cc; background: #fff } dt { font-weight: 600 } dd { margin: 0 0 .5rem } a { color: #0b5a6b }
`;

export function mailboxPage(messages: Message[], recipient = ''): string {
  const rows = messages.map(
    (message) => `<tr>
  <td>${shownDate(message.date)}</td>
  <td>${escaped(message.to.join(', '))}</td>
  <td><a href="/mailbox/${message.id}">${escaped(message.subject || '(sans objet)')}</a></td>
</tr>`,
  );
  const list = `<table>
<thead><tr><th scope="col">Reçu le</th><th scope="col">Destinataire</th><th scope="col">Objet</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return page(
    'Boîte aux lettres de démonstration',
    `<p>Les messages envoyés par le site arrivent ici et nulle part ailleurs. Ils disparaissent à l’arrêt du programme.</p>
<form><label>Destinataire <input type="email" name="to" value="${escaped(recipient)}"></label> <button>Filtrer</button></form>
${rows.length > 0 ? list : '<p>Aucun message.</p>'}`,
  );
}

export function messagePage(message: Message | undefined): string {
  const back = '<p><a href="/mailbox">Tous les messages</a></p>';
  if (!message) return page('Message introuvable', back);
  const body = message.html
    ? `<iframe title="Message mis en forme" src="/mailbox/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Texte seul</h2>`
    : '';
  const pieces = message.attachments.map(
    ({ name, bytes }, rank) =>
      `<dd><a href="/mailbox/${message.id}/pieces/${rank}">${escaped(name)}</a> (${Math.ceil(bytes.length / 1024)} ko)</dd>`,
  );
  const joined = pieces.length > 0 ? `<dt>Pièces jointes</dt>${pieces.join('')}` : '';
  return page(
    message.subject || '(sans objet)',
    `${back}
<dl><dt>Destinataire</dt><dd>${escaped(message.to.join(', '))}</dd><dt>Reçu le</dt><dd>${shownDate(message.date)}</dd>${joined}</dl>
${body}
<pre>${linked(escaped(message.text))}</pre>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
${body}
</html>`;
}

function shownDate(date: string): string {
  const shown = new Date(date).toLocaleString('fr-FR', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  return `<time datetime="${date}">${shown}</time>`;
}

function linked(text: string): string {
  return text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
