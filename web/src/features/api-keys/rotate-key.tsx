import { OVERLAP_HOURS, rotateApiKey, type ApiKey } from '@clairisque/contract/api-keys.ts';
import { useState } from 'react';
import { PasswordStep } from '#features/accounts/password-step.tsx';
import { call } from '#lib/api.ts';
import { Select } from '#ui/field.tsx';
import { OVERLAP_CHOICES } from './key-labels.ts';
import { NOT_MADE, useNewKey } from './keys-query.ts';

type RotateKeyProps = { apiKey: ApiKey; onMade: (key: string) => void; onCancel: () => void };

export function RotateKey({ apiKey, onMade, onCancel }: RotateKeyProps) {
  const [overlap, setOverlap] = useState('24');
  const make = (password: string) => {
    const overlap_hours = OVERLAP_HOURS.find((hours) => String(hours) === overlap) ?? 0;
    const params = { key_id: apiKey.id };
    return call(rotateApiKey, { params, body: { overlap_hours, current_password: password } });
  };
  return (
    <PasswordStep label="Remplacer la clé" act={useNewKey(make, onMade)} failure={NOT_MADE} onCancel={onCancel}>
      <Select
        label="L’ancienne clé s’arrête"
        options={OVERLAP_CHOICES}
        value={overlap}
        onChange={(event) => setOverlap(event.target.value)}
      />
    </PasswordStep>
  );
}
