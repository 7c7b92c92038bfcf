import { Link } from 'react-router';
import { paths } from '#paths.ts';
import { CodeBlock } from './code-block.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { CALLS, exampleOf, SCHEMAS } from './openapi-examples.ts';
import { OperationSection } from './operation.tsx';
import styles from './reference.module.css';
import { FieldList, rowsOf } from './schema-view.tsx';
import { SITE } from './site.ts';

const CONTENTS = [
  { id: 'conventions', title: 'Conventions' },
  ...CALLS.map(({ operation: { operationId, summary, tags } }, rank) => ({
    id: operationId,
    title: summary,
    lang: 'en',
    ...(tags[0] !== CALLS[rank - 1]?.operation.tags[0] && { group: { title: tags[0] ?? '', lang: 'en' } }),
  })),
  ...SCHEMAS.map(([name], rank) => ({
    id: name,
    title: name,
    lang: 'en',
    ...(rank === 0 && { group: { title: 'Objets' } }),
  })),
];

/** « Référence de l’API »: the OpenAPI document, read (0096). */
export function ReferencePage() {
  return (
    <TextPage
      title="Référence de l’API"
      lead={
        <>
          Chaque appel, ses champs et un exemple, tirés du <a href="/api/v3/openapi.json">document OpenAPI 3.1</a> que
          le service lui-même applique.
        </>
      }
      contents={{ title: 'Appels et objets', entries: CONTENTS }}
    >
      <Conventions />
      {CALLS.map((call) => (
        <OperationSection key={call.operation.operationId} call={call} />
      ))}
      {SCHEMAS.map(([name, schema]) => (
        <TextSection key={name} id={name} title={name} lang="en" isWide>
          <div className={styles.columns}>
            <FieldList rows={rowsOf(schema)} />
            {schema.examples !== undefined && (
              <div className={styles.samples}>
                <CodeBlock label={`Exemple : ${name}`} code={JSON.stringify(exampleOf(schema), null, 2)} isJson />
              </div>
            )}
          </div>
        </TextSection>
      ))}
    </TextPage>
  );
}

function Conventions() {
  return (
    <TextSection id="conventions" title="Conventions">
      <p>
        Les exemples lisent deux variables&nbsp;: l’adresse du service, et une clé faite sur{' '}
        <Link to={paths.apiKeys}>Clés d’API</Link>.
      </p>
      <CodeBlock label="Variables" code={`export CLAIRISQUE_URL=${SITE}\nexport CLAIRISQUE_KEY=crt_test_…`} />
      <ul>
        <li>Les noms sont en anglais, les dates suivent ISO 8601, les identifiants sont opaques.</li>
        <li>
          Une liste donne <code>next_cursor</code>&nbsp;: renvoyez-le dans <code>cursor</code> pour lire la suite.
        </li>
        <li>
          Un refus est un <code>application/problem+json</code>&nbsp;; chaque code est{' '}
          <Link to={paths.apiProblems}>expliqué</Link>.
        </li>
        <li>
          <code>RateLimit</code> dit ce qui reste à votre clé, <code>X-Request-Id</code> est le numéro à nous donner.
        </li>
        <li>
          Des champs, des codes et des appels s’ajoutent, rien d’autre ne change&nbsp;:{' '}
          <Link to={`${paths.apiGuides}#changements`}>la règle et l’historique</Link>.
        </li>
      </ul>
    </TextSection>
  );
}
