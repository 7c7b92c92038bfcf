import { findAddresses } from '@clairisque/contract/api-v3.ts';
import { ADDRESS } from '@clairisque/contract/common/v3-examples.ts';
import { tryAddresses } from '@clairisque/contract/api-v3.trial.ts';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Button } from '#ui/button.tsx';
import { CodeBlock } from './code-block.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './developers-page.module.css';
import { SITE } from './site.ts';

const FIRST = '4 rue des lilas goussainville';
const LIMIT = 2;

const requestFor = (q: string): string =>
  [
    `curl "${SITE}${findAddresses.url}?${new URLSearchParams({ q, limit: String(LIMIT) }).toString()}"`,
    '--header "Authorization: Bearer $CLAIRISQUE_KEY"',
  ].join(' \\\n  ');

/** A request that a visitor sends without a key, and its response. */
export function TryRequest() {
  const [q, setQ] = useState(FIRST);
  const sent = useMutation({ mutationFn: (asked: string) => ask(asked) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (q.trim() !== '') sent.mutate(q.trim());
  };
  const answer = sent.data?.answer ?? { mode: 'live', data: [ADDRESS] };
  return (
    <div className={styles.trial}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Une adresse"
          name="q"
          autoComplete="off"
          maxLength={200}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        <Button type="submit" icon={<Play aria-hidden="true" />} loading={sent.isPending}>
          Envoyer la requête
        </Button>
      </form>
      <div className={styles.exchange}>
        <CodeBlock label="Requête" code={requestFor(q.trim())} />
        <CodeBlock label={sent.data ? 'Réponse' : 'Exemple de réponse'} code={JSON.stringify(answer, null, 2)} isJson />
      </div>
      <p className={styles.note}>
        Cet essai ne demande ni clé ni crédit. Il passe par <code>{tryAddresses.url}</code>, qui répond ce que l’API
        répond à une clé.
      </p>
      <output className={styles.outcome}>
        {sent.data && outcomeOf(sent.data.answer.data.length, sent.data.milliseconds)}
        {sent.isError && (refusalSentence(sent.error) ?? 'La requête n’a pas abouti. Veuillez réessayer.')}
      </output>
    </div>
  );
}

async function ask(q: string) {
  const start = performance.now();
  const answer = await call(tryAddresses, { query: { q, limit: LIMIT } });
  return { answer, milliseconds: Math.round(performance.now() - start) };
}

const outcomeOf = (found: number, milliseconds: number): string =>
  `Réponse 200 en ${milliseconds} ms : ${found === 0 ? 'aucune adresse' : `${found} ${found > 1 ? 'adresses' : 'adresse'}`}.`;
