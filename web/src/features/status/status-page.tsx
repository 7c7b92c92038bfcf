import { serviceStatus, type ServiceStatus } from '@clairisque/contract/status.ts';
import { listRoots } from '@clairisque/contract/vigilance.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { formatLongDay, formatMoment } from '#lib/dates.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ReadingTable } from '#ui/reading-table.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import styles from './status-page.module.css';
import {
  answersOf,
  differencesOf,
  editionOf,
  percentOf,
  sinceWhen,
  spellOf,
  VERDICTS,
  worstFirst,
} from './status-labels.ts';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert, type LucideIcon } from 'lucide-react';
import { State, type StateTone } from '#ui/state.tsx';

const MINUTE_MS = 60_000;

/**
 * State of our service and of each public source, from our own requests: without requests a source is unknown, not
 * available.
 */
export function StatusPage() {
  const status = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(serviceStatus, { signal }),
    refetchInterval: MINUTE_MS,
  });
  return (
    <TextPage
      title="État du service"
      lead="La fraîcheur et la disponibilité de chaque source publique, et de nos propres services, mesurées sur les demandes réelles des dernières 24 heures."
    >
      {status.data && <CurrentStatus status={status.data} />}
      {status.isPending && (
        <div aria-busy="true">
          <LoadingNotice>Chargement de l’état du service…</LoadingNotice>
          <Skeleton height="24rem" />
        </div>
      )}
      {status.isError && !status.data && (
        <Banner
          tone="error"
          role="alert"
          title="L’état du service n’a pas pu être lu"
          action={
            <Button variant="secondary" onClick={() => void status.refetch()}>
              Réessayer
            </Button>
          }
        >
          Votre connexion est peut-être interrompue, ou notre serveur ne répond pas.
        </Banner>
      )}
    </TextPage>
  );
}

function CurrentStatus({ status }: { status: ServiceStatus }) {
  const { tone, title, text } = VERDICTS[status.etat];
  const now = new Date(status.calcule_le);
  return (
    <>
      <Banner tone={tone} title={title}>
        {text} Relevé le {formatMoment(status.calcule_le)}.
      </Banner>
      {status.simules && (
        <Banner tone="warning" title="Installation d’essai">
          Les sources publiques sont réelles. Sont simulés&nbsp;: {status.simules.join(', ')}.
        </Banner>
      )}
      <TextSection id="service" title="Nos services" isWide>
        <ReadingTable
          labelledBy="service"
          headings={['Service', 'État', 'Depuis 24 heures']}
          rows={status.service.map(({ nom, etat, detail }) => [nom, <ServiceState key="etat" state={etat} />, detail])}
          isNamed
        />
      </TextSection>
      <TextSection id="sources" title="Sources publiques" isWide>
        <ReadingTable
          labelledBy="sources"
          headings={['Source', 'État', 'Dernière réponse', 'Réponses en 24 h']}
          rows={worstFirst(status.sources).map((source) => [
            <>
              {source.nom} <small className={styles.producer}>{source.producteur}</small>
            </>,
            <ServiceState key="etat" state={source.etat} />,
            sinceWhen(source.derniere_reponse, now),
            answersOf(source),
          ])}
          isNamed
        />
      </TextSection>
      {status.jeux && <Datasets datasets={status.jeux} />}
      <Incidents incidents={status.incidents} />
      <Roots />
      <HowToRead />
    </>
  );
}

function Datasets({ datasets }: { datasets: NonNullable<ServiceStatus['jeux']> }) {
  return (
    <TextSection id="jeux" title="Fichiers publics consultés" isWide>
      <ReadingTable
        labelledBy="jeux"
        headings={['Fichier', 'Édition', 'Différences en 7\u00A0jours']}
        rows={datasets.map((dataset) => [
          <>
            {dataset.nom} <small className={styles.producer}>{dataset.producteur}</small>
          </>,
          editionOf(dataset),
          differencesOf(dataset),
        ])}
        isNamed
      />
      <p>
        Ces fichiers répondent d’abord. «&nbsp;3&nbsp;sur&nbsp;120&nbsp;»&nbsp;: de 120&nbsp;réponses comparées à celles
        de la source publique, 3 diffèrent. Le document d’un bien où elles diffèrent cite les deux et demande de
        vérifier.
      </p>
    </TextSection>
  );
}

function Incidents({ incidents }: Pick<ServiceStatus, 'incidents'>) {
  return (
    <TextSection id="incidents" title="Incidents des sept derniers jours" isWide={incidents.length > 0}>
      {incidents.length === 0 ? (
        <p>Aucun incident n’a été relevé.</p>
      ) : (
        <ReadingTable
          labelledBy="incidents"
          headings={['Source ou service', 'Quand', 'Demandes sans réponse']}
          rows={incidents.map((incident) => [incident.nom, spellOf(incident), percentOf(incident.part_echecs)])}
          isNamed
        />
      )}
    </TextSection>
  );
}

const SHOWN_ROOTS = 7;

/** The last published roots of the log of editions and checks (decision 0134). */
function Roots() {
  const roots = useQuery({ queryKey: ['roots'], queryFn: ({ signal }) => call(listRoots, { signal }) });
  const last = roots.data?.racines.slice(0, SHOWN_ROOTS) ?? [];
  return (
    <TextSection id="racines" title="Journal de vigilance" isWide={last.length > 0}>
      {last.length > 0 && (
        <ReadingTable
          labelledBy="racines"
          headings={['Jour', 'Lignes', 'Racine publiée']}
          rows={last.map(({ jour, premier_rang: first, dernier_rang: end, racine }) => [
            formatLongDay(jour),
            first === end ? String(first) : `${first} à ${end}`,
            <code key="racine" className={styles.root}>
              {racine}
            </code>,
          ])}
          isNamed
        />
      )}
      {roots.isError && <p role="alert">Les racines n’ont pas pu être lues.</p>}
      {roots.data && last.length === 0 && <p>Aucune racine n’est encore publiée&nbsp;: la première le sera demain.</p>}
      <p>
        Chaque document émis et chaque vérification est une ligne d’un journal qui ne fait que s’allonger, sans nom ni
        adresse. La racine d’un jour résume toutes ses lignes, et chaque ligne celles d’avant&nbsp;: en changer une
        changerait les racines publiées depuis. Gardez <a href="/racines.txt">racines.txt</a>, un jour par ligne&nbsp;:
        votre copie le prouvera. La page de vérification d’un document montre sa ligne.
      </p>
    </TextSection>
  );
}

function HowToRead() {
  return (
    <TextSection id="lire" title="Comment lire ces chiffres">
      <ul>
        <li>
          Nous comptons nos propres demandes, faites pour de vrais documents. Une source que personne n’a interrogée
          depuis 24&nbsp;heures est «&nbsp;Sans demande&nbsp;»&nbsp;: nous n’affirmons pas qu’elle est disponible.
        </li>
        <li>
          Quand une source ne répond pas, nous reprenons sa dernière réponse pour ce même lieu si elle a moins de
          30&nbsp;jours, et le document porte sa date. Sinon, la donnée est écrite «&nbsp;non obtenue&nbsp;»&nbsp;; si
          la loi l’exige, le document n’est pas établi et aucun crédit n’est débité.
        </li>
        <li>
          «&nbsp;99,8&nbsp;%, en 0,4&nbsp;s&nbsp;»&nbsp;: la part de nos demandes qui ont eu leur réponse, et la durée
          médiane d’une réponse, qui est un ordre de grandeur.
        </li>
        <li>
          Nous ne gérons pas ces sources&nbsp;: chaque organisme est responsable de la sienne. Une panne de notre
          hébergeur peut aussi empêcher cette page de s’afficher.
        </li>
      </ul>
    </TextSection>
  );
}

const SERVICE_STATES: Record<ServiceStatus['etat'], { icon: LucideIcon; tone: StateTone; word: string }> = {
  disponible: { icon: CircleCheck, tone: 'good', word: 'Disponible' },
  perturbe: { icon: TriangleAlert, tone: 'late', word: 'Perturbations' },
  indisponible: { icon: CircleAlert, tone: 'bad', word: 'Indisponible' },
  inconnu: { icon: CircleDashed, tone: 'quiet', word: 'Sans demande' },
};

/** Drawing, word and colour, in that order. */
function ServiceState({ state }: { state: ServiceStatus['etat'] }) {
  const { icon, tone, word } = SERVICE_STATES[state];
  return (
    <span className={styles.stand}>
      <State icon={icon} tone={tone}>
        {word}
      </State>
    </span>
  );
}
