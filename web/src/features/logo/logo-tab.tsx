import { LOGO_ERRORS } from '@clairisque/contract/logo.ts';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus, Upload, X } from 'lucide-react';
import { useId, useRef, type RefObject } from 'react';
import { TransientMessage } from '#features/profile/transient-message.tsx';
import { fileSize } from '#lib/download.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FileDrop } from '#ui/file-drop.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { CurrentLogo } from './current-logo.tsx';
import { ACCEPTED, logoQuery, UPLOADING, useLogoChange } from './use-logo.ts';
import styles from './logo.module.css';

/** « Mon Logo ». */
export function LogoTab() {
  const current = useQuery(logoQuery);
  const input = useRef<HTMLInputElement>(null);
  const change = useLogoChange({ onDeleted: () => input.current?.focus() });
  const preview = change.chosen?.preview ?? null;
  const address = current.data ?? null;
  return (
    <section className={styles.tab} aria-labelledby="mon-logo">
      <h2 id="mon-logo">Logo à intégrer dans les ERP</h2>
      <div className={styles.columns}>
        <Card className={styles.card} aria-busy={current.isPending}>
          <p>Ce logo sera intégré à vos rapports ERP.</p>
          {current.isPending && (
            <>
              <LoadingNotice>Chargement de votre logo…</LoadingNotice>
              <Skeleton height="6rem" />
            </>
          )}
          {current.isError && current.data === undefined && (
            <Banner
              tone="error"
              role="alert"
              title="Votre logo n’a pas pu être chargé."
              action={
                <Button variant="secondary" loading={current.isFetching} onClick={() => current.refetch()}>
                  Réessayer
                </Button>
              }
            />
          )}
          {address !== null && (
            <CurrentLogo
              address={address}
              isRemoving={change.removal.isPending}
              onRemove={() => change.removal.mutate()}
            />
          )}
          <LogoForm change={change} inputRef={input} />
        </Card>
        <NextStatement logo={preview ?? address} caption={captionOf(preview, address)} />
      </div>
    </section>
  );
}

function captionOf(preview: string | null, address: string | null): string {
  if (preview !== null) return 'Aperçu\u00A0: votre prochain état des risques, une fois ce logo envoyé.';
  return address === null
    ? 'Sans logo, votre prochain état des risques porte seulement le nom Clairisque.'
    : 'Votre prochain état des risques. Le logo figure en tête de la première page, puis en haut des suivantes.';
}

type LogoFormProps = {
  change: ReturnType<typeof useLogoChange>;
  inputRef: RefObject<HTMLInputElement | null>;
};

function LogoForm({ change, inputRef }: LogoFormProps) {
  const helpId = useId();
  const { chosen, sending } = change;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.send()) inputRef.current?.focus();
      }}
    >
      <FileDrop
        icon={ImagePlus}
        label="Choisir un fichier"
        accept={ACCEPTED}
        inputRef={inputRef}
        describedBy={helpId}
        onFile={change.choose}
      />
      <p id={helpId} className={styles.help}>
        Formats acceptés : JPG, PNG, GIF (max. 5MB)
      </p>
      {chosen !== null && (
        <div className={styles.picture}>
          <figure>
            <img src={chosen.preview} alt="Aperçu du logo choisi" onError={() => change.discard(LOGO_ERRORS.type)} />
            <figcaption>
              Nouveau logo&nbsp;: {chosen.file.name}, {fileSize(chosen.file.size)}
            </figcaption>
          </figure>
          {!sending.isPending && (
            <Button
              variant="quiet"
              icon={<X aria-hidden="true" />}
              onClick={() => {
                change.choose(null);
                inputRef.current?.focus();
              }}
            >
              Retirer
            </Button>
          )}
        </div>
      )}
      {sending.progress !== null && <ProgressBar label={UPLOADING} {...sending.progress} />}
      <div>
        <Button type="submit" icon={<Upload aria-hidden="true" />} loading={sending.isPending}>
          {sending.isPending ? UPLOADING : 'Uploader le logo'}
        </Button>
        <TransientMessage outcome={change.outcome} onGone={change.forgetOutcome} />
      </div>
    </form>
  );
}

type NextStatementProps = {
  /** URL of the picture to print; null prints our name only. */
  logo: string | null;
  caption: string;
};

/** The top of a statement's first page, to scale: the logo has 50 by 18 millimetres. */
function NextStatement({ logo, caption }: NextStatementProps) {
  return (
    <figure className={styles.next}>
      <div className={styles.sheet} data-scheme="light" aria-hidden="true">
        <div className={styles.head}>
          <span className={styles.name}>Clairisque</span>
          <span>
            État des risques · <strong>ERP-2026-000123</strong>
          </span>
        </div>
        {logo !== null && <img src={logo} alt="" />}
        <p className={styles.title}>État des risques</p>
        <p className={styles.address}>14 quai de la Rivière, 37000 Tours</p>
        <div className={styles.plan} />
        <div className={styles.lines} />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
