/** Markup that `html` does not escape; everything else in a page is escaped. */
export type Html = { markup: string };

type Piece = Html | string | number | boolean | null | undefined | Piece[];

/** A piece of a page: `` html`<p>${text}</p>` ``. Lists are joined; null and false give nothing. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  const markup = parts.reduce((done, part, index) => `${done}${markupOf(values[index - 1])}${part}`);
  return { markup };
}

function markupOf(value: Piece): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map((one) => markupOf(one)).join('');
  if (typeof value === 'object') return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** « 15,00 € » */
export function money(cents: number | null, currency: string | null): string {
  return new Intl.NumberFormat('fr-FR', { style: 'currency', currency: currency ?? 'eur' }).format((cents ?? 0) / 100);
}

/** A whole document, in one column; `large` for tables. */
export function page(title: string, body: Html, width: 'narrow' | 'large' = 'narrow'): string {
  return html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <header>
          <p><strong>Paiement simulé</strong> — aucune somme n’est débitée.</p>
        </header>
        <main class="${width}">${body}</main>
      </body>
    </html>`.markup;
}

const STYLE = `
  * { box-sizing: border-box }
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #23272b; background: #f4f1e8 }
  header { background: #3b2f52; color: #fff; padding: .5rem 1rem; text-align: center } header p { margin: 0 }
  main { max-width: 34rem; margin: 0 auto; padding: 1rem } main.large { max-width: 80rem }
  h1 { font-size: 1.4rem; margin: 1rem 0 .5rem } h2 { font-size: 1.1rem; margin: 0 0 .5rem }
  section, .errors { background: #fff; border: 1px solid #8a8577; border-radius: .4rem; padding: 1rem; margin: 1rem 0 }
  .errors { border: 2px solid #a4161a } .error { color: #a4161a; font-weight: 600; margin: .2rem 0 0 }
  dl { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 0 } dd { margin: 0; text-align: right; white-space: nowrap }
  .total { font-weight: 700; font-size: 1.2rem; border-top: 1px solid #8a8577; padding-top: .25rem }
  label, legend { display: block; font-weight: 600; margin-top: .75rem } fieldset { border: 0; margin: 0; padding: 0 }
  .choice { font-weight: 400; margin-top: .25rem } .hint { color: #555; margin: 0 }
  input:not([type=radio]), select { font: inherit; width: 100%; padding: .6rem; border: 1px solid #6b675d; border-radius: .3rem; background: #fff; color: inherit }
  input[aria-invalid=true] { border: 2px solid #a4161a }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem }
  button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .7rem 1rem; min-height: 2.75rem; width: 100%; border: 2px solid #3b2f52; border-radius: .3rem; background: #3b2f52; color: #fff; cursor: pointer }
  button.second { background: #fff; color: #3b2f52 } a { color: #3b2f52 } li { margin: .25rem 0 }
  :focus-visible { outline: 3px solid #b5651d; outline-offset: 2px }
  .cards a, .back { display: inline-block; padding: .4rem 0 } code { overflow-wrap: anywhere }
  .scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid #c9c4b5; vertical-align: top }
  td form { display: inline-flex; gap: .3rem; margin: 0 .3rem .3rem 0 } td input:not([type=radio]), td select { width: auto; max-width: 8rem; padding: .2rem }
  td button { width: auto; margin: 0; padding: .2rem .6rem; min-height: 2rem }
`;
