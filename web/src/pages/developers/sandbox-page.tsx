import { SANDBOX_CASES, type SandboxCase } from '@clairisque/contract/api-v3.sandbox.ts';
import { Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/state.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { CodeBlock, SITE } from './code-block.tsx';
import styles from './sandbox.module.css';
import { placeOf } from './reference-map.ts';

const CASES: readonly SandboxCase[] = SANDBOX_CASES;
/** Groups of cases by the kind of their outcome, in the order of the table. */
const GROUPS: readonly { id: string; title: string; holds: (one: SandboxCase) => boolean }[] = [
  { id: 'emis', title: 'L’état des risques est émis', holds: ({ code }) => code === null },
  {
    id: 'a-corriger',
    title: 'Le bien est à préciser',
    holds: ({ code, status }) => code !== null && (status === 400 || status === 422),
  },
  {
    id: 'a-recommencer',
    title: 'Rien n’est émis pour l’instant',
    holds: ({ code, status }) => code !== null && status !== 400 && status !== 422,
  },
];

/** « Bac à sable » : the table of the contract, which a test tries row by row. */
export function SandboxPage() {
  return (
    <TextPage
      title="Bac à sable de l’API"
      lead="Avec une clé d’essai, chacun de ces biens donne toujours le même résultat&nbsp;: de quoi voir votre logiciel devant chaque réussite, chaque refus et chaque panne."
      contents={{
        title: 'Résultats',
        entries: [
          { id: 'mode-d-emploi', title: 'Mode d’emploi' },
          ...GROUPS.map(({ id, title }) => ({ id, title })),
          { id: 'evenements', title: 'Les événements' },
        ],
      }}
    >
      <TextSection id="mode-d-emploi" title="Mode d’emploi" isWide>
        <p>
          Envoyez le bien à <Link to={placeOf('createStatement')}>l’appel qui émet</Link>, avec une clé{' '}
          <code>crt_test_…</code> et une nouvelle clé d’idempotence. Rien n’est débité, et le document est un spécimen.
          Les mêmes biens conviennent dans un import. Si la préparation dure plus que votre attente, la réponse est
          202&nbsp;; l’état des risques finit ensuite comme ici.
        </p>
        <CodeBlock label="Un refus choisi" code={SAMPLE} />
      </TextSection>
      {GROUPS.map(({ id, title, holds }) => (
        <TextSection key={id} id={id} title={title} isWide>
          <ul className={styles.cases}>
            {CASES.filter(holds).map((one) => (
              <Case key={one.name} {...one} />
            ))}
          </ul>
        </TextSection>
      ))}
      <Events />
    </TextPage>
  );
}

const SAMPLE = `curl "${SITE}/api/v3/statements" \\
  --header "Authorization: Bearer $CLAIRISQUE_KEY" \\
  --header "Idempotency-Key: $(openssl rand -hex 16)" \\
  --header 'Content-Type: application/json' \\
  --data '{ "transaction": "sale", "parcels": ["000-ZZ-9999@95280"] }'`;

/** `name` is its anchor. */
function Case({ name, forces, property, status, code, event }: SandboxCase) {
  return (
    <li id={name} tabIndex={-1}>
      <p className={styles.forces}>{typeset(forces)}</p>
      <dl className={styles.outcome}>
        <div>
          <dt>Bien</dt>
          <dd>
            <code translate="no">
              {JSON.stringify(property).slice(1, -1).replaceAll(':', ': ').replaceAll(',', ', ')}
            </code>
          </dd>
        </div>
        <div>
          <dt>Réponse</dt>
          <dd>
            <Badge tone={code === null ? 'good' : 'late'}>{status}</Badge>{' '}
            {code !== null && (
              <Link to={`${paths.apiProblems}#${code}`}>
                <code>{code}</code>
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>Événement</dt>
          <dd>{event === null ? 'aucun' : <code>{event}</code>}</dd>
        </div>
      </dl>
    </li>
  );
}

function Events() {
  return (
    <TextSection id="evenements" title="Les événements">
      <p>
        Une <Link to={paths.webhooks}>adresse de réception</Link> d’usage «&nbsp;Essai&nbsp;» reçoit aussitôt les
        événements de vos clés d’essai. Les autres viennent de ce que vous faites ensuite&nbsp;:
      </p>
      <ul>
        <li>
          <code>statement.renewed</code>&nbsp;: <Link to={placeOf('renewStatement')}>renouvelez</Link> un état d’essai,
          ce qui se fait sans attendre ses 180&nbsp;jours.
        </li>
        <li>
          <code>batch.finished</code>&nbsp;: <Link to={placeOf('createBatch')}>importez</Link> plusieurs de ces biens.
        </li>
        <li>
          Tous les types&nbsp;: <Link to={placeOf('testWebhookEndpoint')}>demandez un essai</Link> de votre adresse de
          réception.
        </li>
      </ul>
    </TextSection>
  );
}
