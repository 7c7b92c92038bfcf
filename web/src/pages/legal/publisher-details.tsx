import type { Publisher } from '@clairisque/contract/publisher.ts';
import { Fragment, type ReactNode } from 'react';
import { usePublisher } from '#lib/publisher.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { TextSection } from '#ui/text-page.tsx';
import styles from './publisher-details.module.css';

type Section = { id: string; title: string; lead?: string; rows: Record<string, (publisher: Publisher) => ReactNode> };

export const PUBLISHER_SECTIONS: readonly Section[] = [
  {
    id: 'editeur',
    title: 'Éditeur',
    rows: {
      Dénomination: ({ nom }) => nom,
      'Forme et capital': ({ forme }) => forme,
      Siège: ({ adresse }) => adresse,
      Immatriculation: ({ rcs, siren }) => `RCS ${rcs}, SIREN ${siren}`,
      'SIRET du siège': ({ siret }) => siret,
      'TVA intracommunautaire': ({ tva }) => tva,
      'E-mail': ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
      Téléphone: ({ telephone }) => telephone,
    },
  },
  { id: 'directeur', title: 'Directeur de la publication', rows: { Nom: ({ directeur }) => directeur } },
  {
    id: 'hebergeur',
    title: 'Hébergeur',
    rows: {
      Nom: ({ hebergeur }) => hebergeur.nom,
      Adresse: ({ hebergeur }) => hebergeur.adresse,
      Téléphone: ({ hebergeur }) => hebergeur.telephone,
    },
  },
  {
    id: 'mediateur',
    title: 'Médiateur de la consommation',
    lead: 'Un particulier dont la réclamation écrite n’a pas abouti peut le saisir gratuitement (article L612-1 du code de la consommation).',
    rows: {
      Nom: ({ mediateur }) => mediateur.nom,
      Adresse: ({ mediateur }) => mediateur.adresse,
      Site: ({ mediateur: { site } }) => (site === null ? '[site du médiateur]' : <a href={site}>{site}</a>),
    },
  },
];

/** The publisher, the director, the host and the mediator, from the server's configuration. */
export function PublisherDetails() {
  const { data, isError, isFetching, refetch } = usePublisher();
  if (isError) {
    return (
      <Banner
        tone="error"
        title="L’identité de l’éditeur n’a pas pu être chargée."
        action={
          <Button variant="quiet" loading={isFetching} onClick={() => void refetch()}>
            Réessayer
          </Button>
        }
      />
    );
  }
  return (
    <>
      {!data && <LoadingNotice>Chargement de l’identité de l’éditeur…</LoadingNotice>}
      {data?.incomplet && (
        <Banner tone="warning" title="Site d’essai">
          Les mentions entre crochets restent à renseigner par l’éditeur. Aucun paiement réel n’est accepté d’ici là.
        </Banner>
      )}
      {PUBLISHER_SECTIONS.map(({ id, title, lead, rows }) => (
        <TextSection key={id} id={id} title={title}>
          {lead && <p>{lead}</p>}
          <dl className={styles.details} aria-busy={data === undefined}>
            {Object.entries(rows).map(([label, valueIn]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{data ? valueIn(data) : <Skeleton width="12rem" />}</dd>
              </Fragment>
            ))}
          </dl>
        </TextSection>
      ))}
    </>
  );
}
