import { createHandover } from '@clairisque/contract/handovers.ts';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#lib/announce.ts';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { copyText } from '#lib/toasts.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { TextField } from '#ui/field.tsx';
import styles from './handover-dialog.module.css';
import { showHandovers, type HandedStatement } from './handovers-query.ts';
import { LinkForm, type NewLink } from './link-form.tsx';

/** The server creates sixty links in ten minutes for one network. */
const MOST_LINKS = 20;

type HandoversDialogProps = {
  statements: readonly HandedStatement[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** « Remettre » several statements: a link each, copied together. */
export function HandoversDialog({ statements, open, onOpenChange }: HandoversDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Remettre plusieurs états des risques">
      <Links statements={statements} />
    </Dialog>
  );
}

/** Mounted with the dialog: it forgets what it made once closed. */
function Links({ statements }: { statements: readonly HandedStatement[] }) {
  const valid = statements.filter(({ statut_regeneration: state }) => !state.startsWith('Expiré'));
  const { made, failures, isPending, create } = useLinks();
  const left = valid.filter(({ id }) => !made.some(({ statement }) => statement.id === id));
  return (
    <div className={styles.content}>
      <Expired count={statements.length - valid.length} />
      {valid.length > MOST_LINKS && (
        <Banner tone="warning" title={`${MOST_LINKS} liens au plus à la fois`}>
          Réduisez la sélection, qui compte {valid.length} états à remettre.
        </Banner>
      )}
      {left.length > 0 && valid.length <= MOST_LINKS && (
        <>
          <p className={styles.lead}>
            Chaque état a son lien&nbsp;: son destinataire y donne son nom, coche «&nbsp;reçu&nbsp;», télécharge le PDF,
            et vous gardez son récépissé.
          </p>
          <LinkForm
            label={left.length > 1 ? `Créer ${left.length} liens` : 'Créer un lien'}
            isPending={isPending}
            onSubmit={(link) => create({ statements: left, link })}
          />
        </>
      )}
      {isPending && <ProgressBar label="Création des liens" done={made.length} total={valid.length} />}
      <div role="alert">{!isPending && <Missing failures={failures} />}</div>
      {made.length > 0 && !isPending && <Made made={made} />}
    </div>
  );
}

function Expired({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner tone="warning" title={count > 1 ? `${count} états ont expiré` : 'Un état a expiré'}>
      Renouvelez d’abord ce que vous voulez remettre&nbsp;: un document expiré ne se remet pas.
    </Banner>
  );
}

function Missing({ failures }: { failures: readonly string[] }) {
  if (failures.length === 0) return null;
  return (
    <Banner tone="error" title={failures.length > 1 ? `${failures.length} liens manquent` : 'Un lien manque'}>
      {[...new Set(failures)].join(' ')}
    </Banner>
  );
}

type Made = { statement: HandedStatement; url: string; reference: string };

function useLinks() {
  const [made, setMade] = useState<readonly Made[]>([]);
  const creation = useMutation({
    mutationFn: async ({ statements, link }: { statements: readonly HandedStatement[]; link: NewLink }) => {
      const failures: string[] = [];
      // One after the other: what is created is shown even when the next one fails.
      for (const statement of statements) {
        try {
          const handover = await call(createHandover, { params: { erp_id: String(statement.id) }, body: link });
          showHandovers(statement.id, [handover]);
          setMade((former) => [...former, { statement, url: handover.url, reference: handover.reference }]);
        } catch (error) {
          failures.push(refusalSentence(error) ?? 'Le lien n’a pas pu être créé. Veuillez réessayer.');
        }
      }
      return failures;
    },
    onSuccess: (failures, { statements }) => announce(`${statements.length - failures.length} liens créés.`),
  });
  return { made, failures: creation.data ?? [], isPending: creation.isPending, create: creation.mutate };
}

/** Names no property: the message goes through third-party services. */
const textOf = (made: readonly Made[]): string => made.map(({ reference, url }) => `${reference} : ${url}`).join('\n');

function Made({ made }: { made: readonly Made[] }) {
  const button = useFocusOnArrival<HTMLButtonElement>();
  return (
    <>
      <Button
        ref={button}
        icon={<Copy aria-hidden="true" />}
        className={styles.copy}
        onClick={() => void copyText(textOf(made), made.length > 1 ? `${made.length} liens copiés.` : 'Lien copié.')}
      >
        Copier {made.length > 1 ? `les ${made.length} liens` : 'le lien'}
      </Button>
      <ul className={styles.links} aria-label="Liens de remise">
        {made.map(({ statement, url, reference }) => (
          <li key={statement.id}>
            <TextField
              label={`${reference}, ${statement.adresse}`}
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
