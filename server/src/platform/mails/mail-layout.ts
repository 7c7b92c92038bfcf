import { legible } from '@clairisque/contract/common/text.ts';
import { typeset } from '#domain/french.ts';
import type { Seller } from '#domain/invoice/invoice.ts';
import { addressLines, grouped } from '#domain/invoice/mentions.ts';
import type { MailContent } from './outbox.ts';

/** Content of a mail in plain text; values are escaped when it is rendered. */
type MailWords = {
  subject: string;
  /** Preview line that mail programs show beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** The one action, as a button and as a plain link; `note` gives its lifetime. */
  action?: { label: string; url: string; note?: string };
  /** What to do when the reader did not ask for it, or no longer needs it. */
  notYou?: string;
  notYouLink?: { label: string; url: string };
  /** Why the reader receives this mail. */
  why: string;
  /** How to stop an optional mail. */
  stop?: StopLink;
  sender: Sender;
};

/** Where a reader stops an optional mail: a page, and the URL that mail programs post to (RFC 8058). */
export type StopLink = { label: string; page: string; oneClick: string };

/** Who writes: the site, the address that answers, and the company in one line, as the law names it. */
export type Sender = { siteUrl: string; supportEmail: string; identity: string };

/** The sender of every mail, from the configuration. */
export function senderOf(settings: { publicUrl: string; supportEmail: string; publisher: Seller }): Sender {
  const { name, legalForm, address, siren, rcsCity } = settings.publisher;
  const place = addressLines(address).join(', ');
  return {
    siteUrl: settings.publicUrl,
    supportEmail: settings.supportEmail,
    identity: `Clairisque est un service de ${name}, ${legalForm}, ${place}, SIREN ${grouped(siren)}, RCS ${rcsCity}.`,
  };
}

/** Brand colours of the site, light then dark; every pair is above 4.5:1. */
const LIGHT = {
  paper: '#fbfaf7',
  surface: '#ffffff',
  ink: '#14211d',
  soft: '#4b5953',
  line: '#e2ddd1',
  link: '#10633f',
};
const DARK = {
  paper: '#0e1613',
  surface: '#16211d',
  ink: '#e9efe9',
  soft: '#a8b7af',
  line: '#28362f',
  link: '#6bd09f',
};
const ACTION = { back: '#14734a', front: '#ffffff' };
const FONT = "'Source Sans 3','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/**
 * A visitor's text in our mail: mail programs turn anything like a URL into a link, which would seem to be ours. A
 * zero-width space prevents it.
 */
export function asTyped(text: string): string {
  return legible(text).replaceAll(/[.:/@](?=\S)/g, '$&\u200B');
}

/**
 * Renders a mail twice, as text and as HTML, with the same words. No image, script or external resource. An optional
 * mail has both its visible link and its header.
 */
export function drawMail(words: MailWords): MailContent {
  const set = typesetWords(words);
  const header = set.stop === undefined ? {} : { unsubscribeUrl: set.stop.oneClick };
  return { subject: set.subject, text: asText(set), html: asHtml(set), ...header };
}

/** French spacing of every sentence; URLs stay. */
function typesetWords(words: MailWords): MailWords {
  const { action, notYou, notYouLink, stop } = words;
  return {
    ...words,
    subject: typeset(words.subject),
    preview: typeset(words.preview),
    title: typeset(words.title),
    paragraphs: words.paragraphs.map(typeset),
    why: typeset(words.why),
    ...(action && { action: { ...action, label: typeset(action.label), note: typeset(action.note ?? '') } }),
    ...(notYou !== undefined && { notYou: typeset(notYou) }),
    ...(notYouLink && { notYouLink: { ...notYouLink, label: typeset(notYouLink.label) } }),
    ...(stop && { stop: { ...stop, label: typeset(stop.label) } }),
  };
}

function asText({ title, paragraphs, action, notYou = '', notYouLink, why, stop, sender }: MailWords): string {
  const link = action === undefined ? [] : [`${action.label} :\n${action.url}`, action.note ?? ''];
  const refusal = notYouLink === undefined ? '' : `${notYouLink.label}\u00A0:\n${notYouLink.url}`;
  const body = [title, ...paragraphs, ...link, notYou, refusal].filter((part) => part !== '').join('\n\n');
  const stopped = stop === undefined ? '' : `${stop.label}\u00A0: ${stop.page}\n`;
  // Signature separator: mail programs treat what follows as a signature.
  return `${body}\n\n-- \nClairisque, ${sender.siteUrl}\n${why}\n${stopped}${sender.identity} Nous écrire\u00A0: ${sender.supportEmail}\n`;
}

function asHtml(words: MailWords): string {
  const { subject, preview, title, paragraphs, action, notYou, notYouLink, why, stop, sender } = words;
  const { siteUrl, supportEmail, identity } = sender;
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:24px 16px;background:${LIGHT.paper};color:${LIGHT.ink};font:17px/1.5 ${FONT};word-break:break-word;overflow-wrap:anywhere">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<div class="surface" style="max-width:560px;margin:0 auto;padding:32px 28px;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:8px">
<p class="link" style="margin:0 0 24px;font-weight:700;font-size:20px;color:#0f3d33">Clairisque</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700">${prose(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${prose(text)}</p>`).join('\n')}
${action === undefined ? '' : actionHtml(action)}
${notYou === undefined ? '' : `<p style="margin:0">${prose(notYou)}</p>`}
${notYouLink === undefined ? '' : `<p style="margin:8px 0 0">${linkHtml(notYouLink.url, notYouLink.label)}</p>`}
</div>
<div class="soft" style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:15px;color:${LIGHT.soft}">
<p style="margin:0">${prose(why)}</p>
${stop === undefined ? '' : `<p style="margin:8px 0 0">${linkHtml(stop.page, stop.label)}</p>`}
<p style="margin:8px 0 0">Clairisque, ${linkHtml(siteUrl, siteUrl)}</p>
<p style="margin:8px 0 0">${escaped(identity)} Nous écrire\u00A0: ${linkHtml(`mailto:${supportEmail}`, supportEmail)}</p>
</div>
</body>
</html>
`;
}

function actionHtml({ label, url, note }: NonNullable<MailWords['action']>): string {
  const button = `display:inline-block;padding:12px 24px;border-radius:6px;background:${ACTION.back};color:${ACTION.front};font-weight:600;text-decoration:none`;
  const link = `color:${LIGHT.link};word-break:break-all`;
  return `<p style="margin:24px 0"><a href="${escaped(url)}" style="${button}">${escaped(label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:15px;color:${LIGHT.soft}">Si le bouton ne répond pas, ouvrez cette adresse :<br>
<a class="link" href="${escaped(url)}" style="${link}">${escaped(url)}</a></p>
${note === undefined || note === '' ? '' : `<p style="margin:0 0 16px">${prose(note)}</p>`}`;
}

const linkHtml = (url: string, label: string): string =>
  `<a class="link" href="${escaped(url)}" style="color:${LIGHT.link}">${escaped(label)}</a>`;

const DARK_STYLE = `@media (prefers-color-scheme: dark) {
.paper { background: ${DARK.paper} !important; color: ${DARK.ink} !important }
.surface { background: ${DARK.surface} !important; border-color: ${DARK.line} !important }
.soft { color: ${DARK.soft} !important }
.link { color: ${DARK.link} !important }
}`;

/** Words that no line end may cut at their hyphen: « e-mail », « L221-13 », « ERP-2026-000123 ». */
const WHOLE = /e-mail|L\d+-\d+|(?:ERP|F|A)-\d{4}-\d+(?:-[RCAV]\d+)*/g;

const prose = (text: string): string => escaped(text).replaceAll(WHOLE, '<span style="white-space:nowrap">$&</span>');

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
