import { Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths, spaceTab } from '#paths.ts';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { COOKIES, STORAGE } from './kept-in-browser.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { CardTable } from './card-table.tsx';

export function PrivacyPage() {
  return (
    <TextPage
      title="Confidentialité et cookies"
      lead="Ce que nous gardons, pourquoi et jusqu’à quand. Vos données ne sont ni vendues, ni cédées, ni utilisées pour de la publicité."
    >
      <section aria-labelledby="donnees">
        <h2 id="donnees">Les données</h2>
        <CardTable
          labelledBy="donnees"
          headings={['Données', 'Usage', 'Base légale', 'Durée', 'Qui y accède']}
          rows={PERSONAL_DATA.map(({ subject, what, why, basis, kept, seenBy }) => [
            <Data key="data" subject={subject} what={typeset(what)} />,
            ...[why, basis, kept, seenBy].map((text) => typeset(text)),
          ])}
        />
      </section>
      <TextSection id="services" title="Ceux qui interviennent pour nous">
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
      <section aria-labelledby="cookies">
        <h2 id="cookies">Les cookies, un par un</h2>
        <CardTable
          labelledBy="cookies"
          headings={['Cookie', 'Usage', 'Durée']}
          rows={COOKIES.map(({ names, use, life }) => [
            <Names key="names" names={names} />,
            typeset(use),
            typeset(life),
          ])}
        />
      </section>
      <TextSection id="consentement" title="Votre choix">
        <p>
          Tous ces cookies viennent de ce site et servent à ce que vous lui demandez. Aucun ne vous suit ailleurs&nbsp;:
          ils ne demandent pas d’accord. Continuer à naviguer n’en vaut pas un.
        </p>
        <p>
          La mesure d’audience se fait sans cookie ni identifiant. «&nbsp;Refuser&nbsp;» l’arrête. «&nbsp;Gérer mes
          cookies&nbsp;», en bas de chaque page, vous repose la question.
        </p>
      </TextSection>
      <section aria-labelledby="stockage">
        <h2 id="stockage">Le stockage du navigateur</h2>
        <CardTable
          labelledBy="stockage"
          headings={['Nom', 'Usage', 'Durée']}
          rows={STORAGE.map(({ names, use, life }) => [
            <Names key="names" names={names} />,
            typeset(use),
            typeset(life),
          ])}
        />
      </section>
      <Rights />
    </TextPage>
  );
}

function Data({ subject, what }: { subject: string; what: string }) {
  return (
    <>
      <strong>{subject}</strong>
      <br />
      {what}
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ));
}

function Rights() {
  return (
    <TextSection id="droits" title="Vos droits">
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
