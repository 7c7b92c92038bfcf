import { createApiKey, KEY_DAYS } from '@clairisque/contract/api-keys.ts';
import { KEY_SCOPES, type KeyMode, type KeyScope } from '@clairisque/contract/common/route.ts';
import { useState } from 'react';
import { PasswordStep } from '#features/accounts/password-step.tsx';
import { call } from '#lib/api.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Select, TextField } from '#ui/field.tsx';
import styles from './api-keys.module.css';
import { LIVES, MODE_HELP, SCOPES } from './key-labels.ts';
import { ModeSelect } from './key-mode.tsx';
import { NOT_MADE, useNewKey } from './keys-query.ts';

type CreateKeyProps = { onMade: (key: string) => void; onCancel: () => void };

export function CreateKey({ onMade, onCancel }: CreateKeyProps) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<KeyMode>('live');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [life, setLife] = useState('90');
  const [isChecked, setChecked] = useState(false);
  const noName = isChecked && name.trim() === '' ? 'Donnez un nom à la clé.' : undefined;
  const noScope = isChecked && scopes.length === 0 ? 'Choisissez au moins un droit.' : undefined;
  const fault = () => {
    setChecked(true);
    if (name.trim() === '') return { field: 'name' };
    return scopes.length === 0 ? { field: 'scopes' } : null;
  };
  const make = (password: string) => {
    const days = KEY_DAYS.find((choice) => String(choice) === life) ?? null;
    return call(createApiKey, { body: { name, mode, scopes: [...scopes], days, current_password: password } });
  };
  const toggle = (scope: KeyScope) => setScopes(KEY_SCOPES.filter((one) => (one === scope) !== scopes.includes(one)));
  return (
    <PasswordStep
      label="Créer la clé"
      fault={fault}
      act={useNewKey(make, onMade)}
      failure={NOT_MADE}
      onCancel={onCancel}
    >
      <TextField
        label="Nom"
        name="name"
        help="Le logiciel qui s’en servira, par exemple."
        maxLength={60}
        autoComplete="off"
        value={name}
        error={noName}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles.pair}>
        <ModeSelect mode={mode} help={MODE_HELP} onChange={setMode} />
        <Select label="Durée" options={LIVES} value={life} onChange={(event) => setLife(event.target.value)} />
      </div>
      <fieldset className={styles.scopes}>
        <legend>Droits</legend>
        {KEY_SCOPES.map((scope, rank) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={SCOPES[scope].label}
            help={mode === 'test' && scope === 'issue' ? 'Aucun crédit n’est débité.' : SCOPES[scope].help}
            error={rank === 0 ? noScope : undefined}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </fieldset>
    </PasswordStep>
  );
}
