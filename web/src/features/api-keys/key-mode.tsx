import { KEY_MODES, type KeyMode } from '@clairisque/contract/common/route.ts';
import { Badge } from '#ui/state.tsx';
import { Select } from '#ui/field.tsx';

const LABELS: Record<KeyMode, string> = { live: 'Réel', test: 'Essai' };
const CHOICES = KEY_MODES.map((value) => ({ value, label: LABELS[value] }));

type ModeSelectProps = { mode: KeyMode; help: Record<KeyMode, string>; onChange: (mode: KeyMode) => void };

/** Whether a key or a webhook is for real documents or for tests. */
export function ModeSelect({ mode, help, onChange }: ModeSelectProps) {
  return (
    <Select
      label="Usage"
      help={help[mode]}
      options={CHOICES}
      value={mode}
      onChange={(event) => onChange(event.target.value === 'test' ? 'test' : 'live')}
    />
  );
}

/** After a name and its state; nothing for what is real. */
export const TestBadge = ({ mode }: { mode: KeyMode }) =>
  mode === 'test' && (
    <>
      {' '}
      <Badge tone="quiet">{LABELS.test}</Badge>
    </>
  );
