import { Copy, Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '#lib/toasts.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { AlertDialog, Dialog } from '#ui/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import styles from './components-page.module.css';
import { FAMILIES, Family, Specimen } from './specimen.tsx';

const VARIANTS = {
  primary: 'Continuer',
  secondary: 'Modifier',
  refusal: 'Annuler',
  danger: 'Supprimer',
  quiet: 'Copier',
} as const;
const LONG = 'Télécharger tous mes documents, mes factures et leurs tableaux récapitulatifs (ZIP)';

export function Actions() {
  return (
    <Family {...FAMILIES.agir}>
      <Specimen
        name="Button"
        note="Au repos ; en cours ; inerte ; grand ; long. Le survol assombrit, le clavier entoure."
      >
        {() => (
          <>
            {(['normal', 'loading', 'inert'] as const).map((state) => (
              <div key={state} className={styles.row}>
                {Object.entries(VARIANTS).map(([variant, label]) => (
                  <Button
                    key={variant}
                    variant={variant as keyof typeof VARIANTS}
                    loading={state === 'loading'}
                    disabled={state === 'inert'}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            ))}
            <div className={styles.row}>
              <Button size="large" icon={<Download aria-hidden="true" />}>
                Télécharger le PDF
              </Button>
              <ButtonLink to="/composants" variant="secondary">
                Un lien
              </ButtonLink>
            </div>
            <Button variant="secondary">{LONG}</Button>
            <Button disabledReason="Choisissez d’abord une parcelle.">Continuer</Button>
          </>
        )}
      </Specimen>
      <Specimen name="IconButton, Menu, Disclosure">
        {(scheme) => (
          <>
            <div className={styles.row}>
              <IconButton label="Copier">
                <Copy aria-hidden="true" />
              </IconButton>
              <IconButton label="Modifier" look="outlined">
                <Pencil aria-hidden="true" />
              </IconButton>
              <Menu label={`Autres actions, exemple ${scheme}`}>
                <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => showToast('success', 'Copié.')}>
                  Copier
                </MenuItem>
                <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => showToast('error', 'Refusé.')}>
                  Supprimer
                </MenuItem>
              </Menu>
            </div>
            <Disclosure label="Dans un texte">Ce qui était replié.</Disclosure>
            <Disclosure look="line" lazy label="En travers d’une liste">
              Ce qui était replié.
            </Disclosure>
            <Disclosure look="panel" label="Une feuille à part">
              Ce qui était replié.
            </Disclosure>
          </>
        )}
      </Specimen>
      <Windows />
    </Family>
  );
}

/** Dialogs cover the page, in the reader's colour scheme. */
function Windows() {
  const [opened, setOpened] = useState<'dialog' | 'question' | null>(null);
  const close = () => setOpened(null);
  return (
    <div className={styles.specimen}>
      <h3>Dialog, AlertDialog, Toaster</h3>
      <div className={styles.row}>
        <Button variant="secondary" onClick={() => setOpened('dialog')}>
          Ouvrir une fenêtre
        </Button>
        <Button variant="secondary" onClick={() => setOpened('question')}>
          Poser une question
        </Button>
        <Button variant="secondary" onClick={() => showToast('success', 'Choix enregistré.')}>
          Montrer un avis
        </Button>
      </div>
      <Dialog open={opened === 'dialog'} onOpenChange={close} title="Une fenêtre" description="Échap la referme.">
        <Button onClick={close}>D’accord</Button>
      </Dialog>
      <AlertDialog
        open={opened === 'question'}
        onDismiss={close}
        title="Supprimer ce logo&nbsp;?"
        description="Un clic à côté ne répond pas."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Non
            </Button>
            <Button variant="danger" onClick={close}>
              Oui
            </Button>
          </>
        }
      />
    </div>
  );
}
