import { Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths, spaceTab } from '#paths.ts';
import { ReadingTable } from '#ui/reading-table.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { COOKIES, STORAGE, type Kept } from './kept-in-browser.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import styles from './privacy-page.module.css';

const ENTRIES = [
  { id: 'donnees', title: 'Les données' },
  { id: 'services', title: 'Ceux qui interviennent pour nous' },
  { id: 'cookies', title: 'Les cookies, un par un' },
  { id: 'consentement', title: 'Votre choix' },
  { id: 'stockage', title: 'Le stockage du navigateur' },
  { id: 'droits', title: 'Vos droits' },
] as const;
const [DATA, SERVICES, COOKIE_LIST, CHOICE, STORED, RIGHTS] = ENTRIES;

export function PrivacyPage() {
  return (
    <TextPage
      title="Confidentialité et cookies"
      lead="Ce que nous gardons, pourquoi et jusqu’à quand. Vos données ne sont ni vendues, ni cédées, ni utilisées pour de la publicité."
      contents={{ title: 'Sommaire', entries: ENTRIES }}
    >
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
        <p>
          Les services publics interrogés (Géorisques, IGN, cadastre, Base Adresse Nationale) reçoivent l’adresse
          cherchée ou la parcelle, jamais votre nom. Ces demandes partent de nos serveurs&nbsp;: votre navigateur ne
          parle qu’à ce site, et aucun script d’un tiers n’y est chargé.
        </p>
        <p>
          Le paiement est confié à Stripe. L’hébergeur est nommé dans les <Link to={paths.legal}>mentions légales</Link>
          .
        </p>
      </TextSection>
      <TextSection {...COOKIE_LIST} isWide>
        <KeptTable labelledBy={COOKIE_LIST.id} first="Cookie" kept={COOKIES} />
      </TextSection>
      <TextSection {...CHOICE}>
        <p>
          Tous ces cookies viennent de ce site et servent à ce que vous lui demandez. Aucun ne vous suit ailleurs&nbsp;:
          ils ne demandent pas d’accord. Continuer à naviguer ne vaut pas accord.
        </p>
        <p>
          La mesure d’audience se fait sans cookie ni identifiant. «&nbsp;Refuser&nbsp;» l’arrête. «&nbsp;Gérer mes
          cookies&nbsp;», en bas de chaque page, vous repose la question.
        </p>
      </TextSection>
      <TextSection {...STORED} isWide>
        <KeptTable labelledBy={STORED.id} first="Nom" kept={STORAGE} />
      </TextSection>
      <Rights />
    </TextPage>
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
        Vous pouvez aussi saisir la Commission nationale de l’informatique et des libertés (CNIL),{' '}
        <a href="https://www.cnil.fr/fr/plaintes">www.cnil.fr</a>.
      </p>
    </TextSection>
  );
}
