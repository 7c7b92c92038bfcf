import { revokeApiKey, type ApiKey } from '@clairisque/contract/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { unlessGone } from '#features/accounts/refusal.ts';
import { call } from '#lib/api.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmedButton } from '#ui/confirmed-button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Badge } from '#ui/state.tsx';
import styles from './api-keys.module.css';
import { factsOf, STATES } from './key-labels.ts';
import { TestBadge } from './key-mode.tsx';
import { keysQuery } from './keys-query.ts';

type KeyItemProps = { apiKey: ApiKey; onRotate: () => void; onRevoked: () => void };

export function KeyItem({ apiKey, onRotate, onRevoked }: KeyItemProps) {
  const { label, tone } = STATES[apiKey.status];
  const of = <span className="visually-hidden"> {`${apiKey.name}, ${apiKey.prefix}`}</span>;
  return (
    <li className={styles.key} data-state={apiKey.status}>
      <h2 className={styles.name}>
        {apiKey.name} <Badge tone={tone}>{label}</Badge>
        <TestBadge mode={apiKey.mode} />
      </h2>
      <Facts rows={factsOf(apiKey)} inColumns />
      {apiKey.status === 'active' && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onRotate}>
            Remplacer{of}
          </Button>
          <Revoke apiKey={apiKey} onRevoked={onRevoked}>
            Révoquer{of}
          </Revoke>
        </div>
      )}
    </li>
  );
}

function Revoke({ apiKey, onRevoked, children }: Omit<KeyItemProps, 'onRotate'> & { children: React.ReactNode }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmedButton
      variant="refusal"
      title={`Révoquer la clé «\u00A0${apiKey.name}\u00A0»\u00A0?`}
      description="Le logiciel qui s’en sert sera refusé dès sa prochaine requête. Une clé révoquée ne revient pas."
      keep="Garder la clé"
      act="Révoquer"
      run={async () => {
        await unlessGone(call(revokeApiKey, { params: { key_id: apiKey.id } }));
        await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
        showToast('success', 'Clé révoquée.');
        onRevoked();
      }}
      failure="La clé n’a pas pu être révoquée. Veuillez réessayer."
    >
      {children}
    </ConfirmedButton>
  );
}
