import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FileDrop } from '#ui/file-drop.tsx';
import { errorIdOf, FormErrors, type FormError } from '#ui/form-errors.tsx';
import { PasswordRules } from '#features/accounts/password-rules.tsx';
import { PeriodFields } from '#ui/period-fields.tsx';
import { Select, PasswordField, TextArea, TextField } from '#ui/field.tsx';
import { FAMILIES, Family, Specimen } from './specimen.tsx';

const OPTIONS = [
  { value: 'vente', label: 'Vente' },
  { value: 'location', label: 'Location' },
];
const LONG = 'Nom du vendeur ou du bailleur, tel qu’il figure sur l’acte de propriété ou sur le mandat de vente';

export function Fields() {
  const [period, setPeriod] = useState({ from: '', to: '' });
  return (
    <Family {...FAMILIES.demander}>
      <Specimen name="TextField, TextArea, Select" note="Au repos, aidé, refusé, facultatif, en lecture seule, long.">
        {() => (
          <>
            <TextField label="Adresse e-mail" type="email" help="Elle sert à vous connecter." />
            <TextField label="Code postal" defaultValue="9519" error="Un code postal a cinq chiffres." />
            <TextField label={LONG} optional />
            <TextField label="Numéro de facture" readOnly value="F2026-000123" />
            <Select label="Type de transaction" placeholder="Choisir…" options={OPTIONS} />
            <Select label="Statut" options={OPTIONS} error="Veuillez choisir un statut." />
            <TextArea label="Message" rows={3} help="Nous répondons sous deux jours ouvrés." />
          </>
        )}
      </Specimen>
      <Specimen name="PasswordField, PasswordRules">
        {(scheme) => (
          <>
            <PasswordField label="Mot de passe" autoComplete="off" describedBy={`regles-${scheme}`} />
            <div style={{ paddingTop: 'var(--space-3)' }}>
              <PasswordRules id={`regles-${scheme}`} password="Moulin" />
            </div>
          </>
        )}
      </Specimen>
      <Specimen name="Checkbox, PeriodFields, FileDrop">
        {() => (
          <>
            <Checkbox label="Recevoir un avis par e-mail" help="Un mois avant l’échéance." defaultChecked />
            <Checkbox label="J’ai lu les conditions" error="Cochez cette case pour continuer." />
            <PeriodFields legend="Période" value={period} onChange={setPeriod} />
            <FileDrop icon={FileUp} label="Choisir un fichier" accept=".pdf" onFile={() => null} />
            <FileDrop icon={FileUp} label="Lecture en cours" accept=".pdf" loading onFile={() => null} />
          </>
        )}
      </Specimen>
      <Specimen name="FormErrors" note="Après l’envoi : prend le focus, chaque phrase mène à son champ.">
        {(scheme) => <RefusedForm id={`refus-${scheme}`} />}
      </Specimen>
    </Family>
  );
}

function RefusedForm({ id }: { id: string }) {
  const [errors, setErrors] = useState<FormError[]>([]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setErrors([{ message: 'Indiquez votre nom.', field: 'nom' }, { message: 'Le service ne répond pas.' }]);
      }}
    >
      <FormErrors id={id} errors={errors} />
      <TextField label="Nom" name="nom" errorId={errorIdOf(id, errors, 'nom')} />
      <p />
      <Button type="submit">Envoyer</Button>
    </form>
  );
}
