import { Link } from 'react-router';
import { NO_TRACKING } from '#lib/consent.ts';
import { formatLongDay } from '#lib/dates.ts';
import { CACHES, COOKIES, LOCAL_STORAGE, TAB_STORAGE, type Kept } from '#lib/kept-in-browser.ts';
import { usePublisher } from '#lib/publisher.ts';
import { typeset } from '#lib/typeset.ts';
import { paths, spaceTab } from '#paths.ts';
import { ReadingTable } from '#ui/reading-table.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { PERSONAL_DATA, PRIVACY_VERSION } from './personal-data.ts';
import styles from './privacy-page.module.css';

const ENTRIES = [
  { id: 'responsable', title: 'Le responsable' },
  { id: 'donnees', title: 'Les données' },
  { id: 'services', title: 'Ceux qui interviennent pour nous' },
  { id: 'transferts', title: 'Hors de l’Union européenne' },
  { id: 'cookies', title: 'Les cookies, un par un' },
  { id: 'consentement', title: 'Votre choix' },
  { id: 'stockage', title: 'Le stockage du navigateur' },
  { id: 'droits', title: 'Vos droits' },
] as const;
const [CONTROLLER, DATA, SERVICES, TRANSFERS, COOKIE_LIST, CHOICE, STORED, RIGHTS] = ENTRIES;

export function PrivacyPage() {
  return (
    <TextPage
      title="Confidentialité et cookies"
      lead={
        <>
          Ce que nous gardons, pourquoi et jusqu’à quand. Vos données ne sont ni vendues, ni cédées, ni utilisées pour
          de la publicité. Version du <time dateTime={PRIVACY_VERSION}>{typeset(formatLongDay(PRIVACY_VERSION))}</time>.
        </>
      }
      contents={{ title: 'Sommaire', entries: ENTRIES }}
    >
      <TextSection {...CONTROLLER}>
        <Controller />
      </TextSection>
      <TextSection {...DATA} isWide>
        <ReadingTable
          labelledBy={DATA.id}
          headings={['Données', 'Usage', 'Base légale', 'Durée', 'Qui y accède']}
          rows={PERSONAL_DATA.map(({ subject, what, why, basis, kept, seenBy }) => [
            <Data key="data" subject={subject} what={typeset(what)} />,
            ...[why, basis, kept, seenBy].map((text) => typeset(text)),
          ])}
          isNamed
        />
      </TextSection>
      <TextSection {...SERVICES}>
        <Services />
      </TextSection>
      <TextSection {...TRANSFERS}>
        <p>
          Stripe peut traiter les données du paiement aux États-Unis, sous les garanties des articles 45 et 46 du
          RGPD&nbsp;: la décision d’adéquation du 10&nbsp;juillet&nbsp;2023, ou les clauses types de la Commission
          européenne. Aucun autre transfert hors de l’Union n’est prévu.
        </p>
      </TextSection>
      <TextSection {...COOKIE_LIST} isWide>
        <KeptTable labelledBy={COOKIE_LIST.id} first="Cookie" kept={COOKIES} />
      </TextSection>
      <TextSection {...CHOICE}>
        <p>
          Tous ces cookies viennent de ce site et servent à ce que vous lui demandez. Ils ne demandent pas d’accord.{' '}
          {NO_TRACKING}
        </p>
        <p>
          «&nbsp;Gérer mes cookies&nbsp;», en bas de chaque page, vous repose la question. Cette page vous
          informe&nbsp;: l’accepter, par le bandeau ou en naviguant, ne nous donne aucun droit de plus sur vos données.
        </p>
      </TextSection>
      <TextSection {...STORED} isWide>
        <KeptTable labelledBy={STORED.id} first="Nom" kept={[...LOCAL_STORAGE, ...TAB_STORAGE, ...CACHES]} />
      </TextSection>
      <Rights />
    </TextPage>
  );
}

function Controller() {
  const { data } = usePublisher();
  if (data === undefined) {
    return (
      <p>
        L’éditeur du site, nommé dans les <Link to={paths.legal}>mentions légales</Link>.
      </p>
    );
  }
  return (
    <p>
      {data.nom}, {data.adresse}, est responsable de ces traitements. Pour toute question ou pour exercer vos
      droits&nbsp;: <a href={`mailto:${data.email}`}>{data.email}</a>, {data.telephone}. Des personnes qu’un
      professionnel nomme dans ses états, c’est lui le responsable&nbsp;: nous agissons pour son compte.
    </p>
  );
}

function Services() {
  const { data } = usePublisher();
  return (
    <>
      <p>
        Les services publics interrogés (Géorisques, IGN, cadastre, Base Adresse Nationale) reçoivent l’adresse cherchée
        ou la parcelle, jamais votre nom. Ces demandes partent de nos serveurs&nbsp;: votre navigateur ne parle qu’à ce
        site, et aucun script d’un tiers n’y est chargé.
      </p>
      <ul>
        <li>
          Hébergement du site, de ses données et de ses sauvegardes&nbsp;: {data?.hebergeur.nom ?? 'l’hébergeur'}.
        </li>
        <li>
          Envoi des e-mails&nbsp;: {data?.messagerie ?? 'un prestataire de messagerie'}, qui reçoit l’adresse et le
          message.
        </li>
        <li>
          Paiement&nbsp;: Stripe, qui reçoit votre adresse e-mail, la commande et ce que vous saisissez sur sa page.
        </li>
        <li>
          {data?.matomo
            ? `Mesure d’audience\u00A0: notre serveur Matomo, ${data.matomo}, reçoit le nom des pages vues, sans visiteur ni adresse IP.`
            : 'Mesure d’audience\u00A0: nous la faisons nous-mêmes, sans prestataire.'}
        </li>
      </ul>
    </>
  );
}

function KeptTable({ labelledBy, first, kept }: { labelledBy: string; first: string; kept: readonly Kept[] }) {
  return (
    <ReadingTable
      labelledBy={labelledBy}
      headings={[first, 'Usage', 'Durée']}
      rows={kept.map(({ names, use, life }) => [<Names key="names" names={names} />, typeset(use), typeset(life)])}
      isNamed
    />
  );
}

function Data({ subject, what }: { subject: string; what: string }) {
  return (
    <>
      {subject}
      <span className={styles.what}>{what}</span>
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code className={styles.name}>{name}</code>
    </span>
  ));
}

function Rights() {
  return (
    <TextSection {...RIGHTS}>
      <p>
        Le règlement général sur la protection des données (RGPD, articles 15 à 22) vous donne accès à vos données, et
        le droit de les rectifier, de les effacer, de les emporter, d’en limiter l’usage ou de vous y opposer.
      </p>
      <ul>
        <li>
          Voir, rectifier, emporter, effacer&nbsp;: vous-même, dans{' '}
          <Link to={spaceTab('infos-tabs-simple')}>Mes infos</Link>. L’export réunit tous vos documents&nbsp;; la
          suppression du compte est immédiate et définitive.
        </li>
        <li>Ne plus recevoir de rappels&nbsp;: dans Mes infos.</li>
        <li>
          Vous avez accusé réception d’un document&nbsp;: écrivez-nous, ou à la personne qui vous l’a remis, qui garde
          cette preuve.
        </li>
        <li>Pour tout le reste&nbsp;: «&nbsp;Contact&nbsp;», en bas de page. Nous répondons dans le mois.</li>
      </ul>
      <p>
        L’adresse e-mail et le mot de passe sont nécessaires au compte, le nom et l’adresse à la facture&nbsp;; le reste
        est facultatif. Aucune décision n’est prise automatiquement à votre sujet.
      </p>
      <p>
        Vous pouvez aussi saisir la Commission nationale de l’informatique et des libertés (CNIL),{' '}
        <a href="https://www.cnil.fr/fr/plaintes">www.cnil.fr</a>.
      </p>
    </TextSection>
  );
}
