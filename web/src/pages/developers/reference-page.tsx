import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { paths } from '#paths.ts';
import { Badge } from '#ui/state.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { CodeBlock, SITE } from './code-block.tsx';
import { ObjectSection } from './object-section.tsx';
import { SCHEMAS } from './openapi-examples.ts';
import { callsOf, isMoved, placeOf } from './reference-map.ts';
import { ReferenceSearch } from './reference-search.tsx';
import styles from './reference.module.css';
import { nameOf, ResourcePage } from './resource-page.tsx';
import { RESOURCES, resourcePath } from './resources.ts';

const SHARED = SCHEMAS.filter(([name]) => placeOf(name).startsWith(`${paths.apiReference}#`));

const CONTENTS = [
  { id: 'conventions', title: 'Conventions' },
  ...RESOURCES.map((resource) => ({ id: resource, title: nameOf(resource) })),
  ...SHARED.map(([name]) => ({ id: name, title: name })),
];

/** « API reference »: what all calls share, and the list of them; each resource has its page (0096). */
export function ReferencePage() {
  const { resource } = useParams();
  return resource === undefined ? <Index /> : <ResourcePage />;
}

function Index() {
  useFormerAnchor();
  return (
    <TextPage
      lang="en"
      title="API reference"
      lead={
        <>
          Every call, its fields and an example, drawn from the <a href="/api/v3/openapi.json">OpenAPI 3.1 document</a>{' '}
          that the service itself applies. The same document as a{' '}
          <a href="/api/v3/collection.json">collection for Postman or Bruno</a>.
        </>
      }
      below={<ReferenceSearch />}
      contents={{ title: 'Contents', entries: CONTENTS }}
    >
      <Conventions />
      {RESOURCES.map((resource) => (
        <TextSection key={resource} id={resource} title={nameOf(resource)} isWide>
          <ul className={styles.calls}>
            {callsOf(resource).map(({ method, path, operation: { operationId, summary } }) => (
              <li key={operationId}>
                <Badge tone={method === 'GET' ? 'quiet' : 'good'}>{method}</Badge> <code>{path}</code>{' '}
                <Link to={`${resourcePath(resource)}#${operationId}`}>{summary}</Link>
              </li>
            ))}
          </ul>
        </TextSection>
      ))}
      {SHARED.map(([name, schema]) => (
        <ObjectSection key={name} name={name} schema={schema} />
      ))}
    </TextPage>
  );
}

/** Links to the former reference, which was one page, lead to the page of what they name. */
function useFormerAnchor(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const anchor = hash.slice(1);
  useEffect(() => {
    if (isMoved(anchor)) void navigate(placeOf(anchor), { replace: true });
  }, [anchor, navigate]);
}

function Conventions() {
  return (
    <TextSection id="conventions" title="Conventions" isWide>
      <p>
        Examples read two variables: the address of the service, and a key made on the page{' '}
        <Link to={paths.apiKeys} lang="fr">
          Clés d’API
        </Link>
        . A <code>crt_test_…</code> key costs nothing:{' '}
        <Link to={paths.apiSandbox}>its addresses force each outcome</Link>.
      </p>
      <CodeBlock lang="en" label="Variables" code={`export CLAIRISQUE_URL=${SITE}\nexport CLAIRISQUE_KEY=crt_test_…`} />
      <ul>
        <li>Names are in English, dates follow ISO 8601, identifiers are opaque.</li>
        <li>
          A list gives <code>next_cursor</code>: send it as <code>cursor</code> to read on.
        </li>
        <li>
          A refusal is an <code>application/problem+json</code> (RFC 9457). Its <code>code</code> never changes:{' '}
          <Link to={paths.apiProblems}>all codes, and what to do</Link>.
        </li>
        <li>
          <code>RateLimit</code> says what is left to your key; <code>X-Request-Id</code> is the number to give us.
        </li>
        <li>
          Each issue takes an <code>Idempotency-Key</code>: the same request with the same key never debits twice, for
          24 hours.
        </li>
        <li>
          Fields, codes and calls are added, nothing else changes. The{' '}
          <Link to={`${paths.apiGuides}#changements`}>rule and the history</Link> are in the guides, in French.
        </li>
      </ul>
    </TextSection>
  );
}
