import { ADDRESS, BALANCE, inMode, STATEMENT } from '@clairisque/contract/common/v3-examples.ts';
import { VISIT_MINUTES } from '@clairisque/contract/api-v3.trial.ts';
import { ExternalLink, Play } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { fileSize } from '#lib/download.ts';
import { groupThousands } from '#lib/packs.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Badge } from '#ui/state.tsx';
import { CodeBlock, SITE } from './code-block.tsx';
import { CHOICES, curlOf, type Choice } from './trial-requests.ts';
import styles from './trial.module.css';
import { fieldOf, requestIn, useTrial, type Exchange, type Visit } from './use-trial.ts';

const FIRST = '4 Rue des Lilas 95190 Goussainville';
const NEEDS_ADDRESS = new Set<Choice>(['create', 'addresses']);
const NO_ANSWER = 'La requête n’a pas abouti. Veuillez réessayer.';

/** Real requests, with a test key that the first one obtains, and their responses (decision 0095). */
export function Trial() {
  const [chosen, setChoice] = useState<Choice>('create');
  const [address, setAddress] = useState(FIRST);
  const { visit, exchange, sent } = useTrial();
  const hasStatement = (visit?.statementId ?? null) !== null;
  const choice = CHOICES[chosen].needsStatement && !hasStatement ? 'create' : chosen;
  const typed = address.trim();
  const send = (choice: Choice) => {
    setChoice(choice);
    if (typed !== '' || !NEEDS_ADDRESS.has(choice)) sent.mutate({ choice, address: typed });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(choice);
  };
  const request = requestIn(visit, { choice, address: typed });
  return (
    <div className={styles.trial}>
      <form className={styles.form} onSubmit={submit}>
        <Choices choice={choice} onChoose={setChoice} hasStatement={hasStatement} />
        {NEEDS_ADDRESS.has(choice) && (
          <TextField
            label="Une adresse"
            help="Le territoire d’essai est inventé&nbsp;: toute rue existe dans toute commune."
            error={typed === '' && 'Écrivez une adresse.'}
            name="q"
            autoComplete="off"
            maxLength={200}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        <div className={styles.send}>
          <Button type="submit" icon={<Play aria-hidden="true" />} loading={sent.isPending}>
            Envoyer la requête
          </Button>
          <Outcome exchange={exchange} error={sent.error} />
        </div>
      </form>
      <div className={styles.exchange}>
        <CodeBlock label="Requête" code={curlOf(request, { site: SITE, key: visit?.cle ?? null })} />
        <p className={styles.note}>{aboutKey(visit)}</p>
        <Answer choice={choice} exchange={exchange} onNext={send} />
      </div>
    </div>
  );
}

function Outcome({ exchange, error }: { exchange: Exchange | null; error: Error | null }) {
  const isRefused = error !== null || (exchange !== null && exchange.status >= 400);
  return (
    <output className={styles.outcome} data-refused={isRefused}>
      {exchange && outcomeOf(exchange)}
      {error && (refusalSentence(error) ?? NO_ANSWER)}
    </output>
  );
}

type ChoicesProps = { choice: Choice; onChoose: (choice: Choice) => void; hasStatement: boolean };

function Choices({ choice, onChoose, hasStatement }: ChoicesProps) {
  const name = useId();
  const hint = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>La requête</legend>
      {(Object.keys(CHOICES) as Choice[]).map((one) => {
        const { title, method, path, needsStatement } = CHOICES[one];
        const isClosed = needsStatement && !hasStatement;
        return (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={choice === one}
              disabled={isClosed}
              aria-describedby={isClosed ? hint : undefined}
              onChange={() => onChoose(one)}
            />
            <span className={styles.title}>{title}</span>
            <span className={styles.call} lang="en" translate="no">
              <Badge tone={method === 'GET' ? 'quiet' : 'good'}>{method}</Badge>
              <code>{path.replace('/api/v3', '')}</code>
            </span>
          </label>
        );
      })}
      {!hasStatement && (
        <p id={hint} className={styles.note}>
          Émettez un état des risques pour le relire.
        </p>
      )}
    </fieldset>
  );
}

type AnswerProps = { choice: Choice; exchange: Exchange | null; onNext: (choice: Choice) => void };

function Answer({ choice, exchange, onNext }: AnswerProps) {
  if (exchange === null) {
    const example = EXAMPLES[choice];
    if (example === undefined) return null;
    return <CodeBlock label="Exemple de réponse" code={JSON.stringify(example, null, 2)} isJson />;
  }
  const { status, headers, json, pdf } = exchange;
  return (
    <div className={styles.answer}>
      {pdf && (
        <p className={styles.next}>
          <a href={pdf.url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            Ouvrir le PDF ({fileSize(pdf.bytes)}, nouvel onglet)
          </a>
        </p>
      )}
      {exchange.choice === 'create' && status < 300 && (
        <p className={styles.next}>
          {(['document', 'facts'] as const).map((next) => (
            <Button key={next} variant="secondary" onClick={() => onNext(next)}>
              {CHOICES[next].title}
            </Button>
          ))}
        </p>
      )}
      <CodeBlock label="En-têtes de la réponse" code={`HTTP ${status}\n${headers}`} />
      {json !== null && <Body key={json} json={json} />}
    </div>
  );
}

const SHOWN_LINES = 40;

/** The facts of a statement have some thousand lines. */
function Body({ json }: { json: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = json.split('\n');
  const isCut = !isWhole && lines.length > SHOWN_LINES + 10;
  return (
    <>
      <CodeBlock label="Réponse" code={isCut ? `${lines.slice(0, SHOWN_LINES).join('\n')}\n…` : json} isJson />
      {isCut && (
        <p className={styles.next}>
          <Button variant="secondary" onClick={() => setWhole(true)}>
            Afficher les {groupThousands(lines.length)} lignes
          </Button>
        </p>
      )}
    </>
  );
}

const EXAMPLES: Partial<Record<Choice, object>> = {
  addresses: inMode('test', { mode: 'live', data: [ADDRESS] }),
  create: inMode('test', STATEMENT),
  balance: inMode('test', BALANCE),
};

function aboutKey(visit: Visit | null): string {
  if (visit === null) {
    return `La première requête obtient une clé d’essai pour vous seul, valable ${VISIT_MINUTES} minutes.`;
  }
  const end = `${visit.end.getHours()}\u00A0h\u00A0${String(visit.end.getMinutes()).padStart(2, '0')}`;
  return `Votre clé d’essai fonctionne jusqu’à ${end}, ici et dans votre terminal. Ce qu’elle émet est effacé ensuite.`;
}

function outcomeOf(exchange: Exchange): string {
  const { status, milliseconds } = exchange;
  return `Réponse ${status} en ${groupThousands(milliseconds)} ms. ${meaningOf(exchange)}`.trim();
}

function meaningOf(exchange: Exchange): string {
  const { choice, status, headers, pdf } = exchange;
  if (status >= 400) return fieldOf(exchange, 'detail') ?? NO_ANSWER;
  if (pdf) return 'C’est un spécimen, sans valeur légale.';
  if (choice !== 'create') return '';
  const reference = fieldOf(exchange, 'reference');
  if (reference === null) return 'L’état se prépare derrière ceux des clients\u00A0: relisez-le dans un instant.';
  return headers.includes('idempotent-replayed')
    ? `Même clé d’idempotence\u00A0: vous recevez le même document, ${reference}.`
    : `L’état ${reference} est émis. Il est simulé, sans valeur légale.`;
}
