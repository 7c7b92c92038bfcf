import { TextSection } from '#ui/text-page.tsx';
import pythonExample from '../../../../clients/python/example/first_pdf.py?raw';
import clientExample from '../../../../clients/typescript/example/first-pdf.js?raw';
import { CodeBlock, SITE } from './code-block.tsx';

const packages = CLIENT_PACKAGES;
const PACKAGES = '/developpeurs/paquets';
const INSTALL = packages
  .map(({ language, file }) => `${language === 'Python' ? 'pip' : 'npm'} install ${SITE}${PACKAGES}/${file}`)
  .join('\n');

/** Packages of the clients, made from the document that the service applies (0096). */
export function ClientsSection() {
  return (
    <TextSection id="client" title="Clients TypeScript et Python" isWide>
      <p>
        Deux paquets sans dépendance, générés depuis le document OpenAPI, pour Node&nbsp;20 et Python&nbsp;3.11, ou plus
        récents&nbsp;: chaque appel et ses types, le parcours des listes page à page, la vérification des webhooks et
        leurs événements. Quand le réseau ou le service manque, ils renvoient la même requête avec la même clé
        d’idempotence, après le délai que <code>Retry-After</code> demande&nbsp;; si personne ne répond, l’erreur le
        dit. Une clé est un secret&nbsp;: appelez l’API depuis votre serveur, jamais depuis un navigateur.
      </p>
      <p>
        Ils ne sont publiés ni sur npm ni sur PyPI&nbsp;: installez-les depuis ce site. Une nouvelle version de l’API en
        change le contenu et l’empreinte.
      </p>
      <CodeBlock label="Commandes" code={INSTALL} />
      <ul>
        {packages.map(({ language, file, bytes }) => (
          <li key={file}>
            {language}&nbsp;:{' '}
            <a href={`${PACKAGES}/${file}`} download>
              {file}
            </a>{' '}
            ({Math.ceil(bytes / 1000)}&nbsp;ko)
          </li>
        ))}
      </ul>
      <CodeBlock label="SHA-256" code={packages.map(({ file, sha256 }) => `${sha256}  ${file}`).join('\n')} />
      <CodeBlock label="first-pdf.js" code={clientExample} />
      <CodeBlock label="first_pdf.py" code={pythonExample} />
      <p>
        Pour essayer les appels à la main, importez cette collection dans Postman ou dans Bruno, puis donnez votre clé à
        sa variable <code>key</code>.
      </p>
      <CodeBlock label="Collection" code={`${SITE}/api/v3/collection.json`} />
    </TextSection>
  );
}
