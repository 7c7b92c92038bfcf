import { Layers, FileText, KeyRound, BookmarkCheck, MessageSquareText, RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { withDevelopersMenu } from './developers-menu.tsx';
import styles from './developers-page.module.css';
import { Trial } from './trial.tsx';

const QUALITIES = [
  [
    FileText,
    'Un appel, un document',
    'Donnez des parcelles, une adresse ou un point\u00A0: la réponse est l’état des risques émis, avec l’adresse de son PDF. S’il ne peut être établi, rien n’est débité.',
  ],
  [
    RefreshCw,
    'Jamais deux débits',
    'Chaque émission porte une clé d’idempotence. Après une coupure, renvoyez la même requête\u00A0: vous recevez le même document.',
  ],
  [
    Layers,
    'Le PDF et ses données',
    'Les constats, leurs sources et leurs dates en JSON, les contours en GeoJSON\u00A0: les mêmes que dans le PDF, octet pour octet.',
  ],
  [
    MessageSquareText,
    'Des refus qui aident',
    'Un code qui ne change pas, une phrase en français à montrer à votre utilisateur, le champ en cause, et une page qui dit quoi faire.',
  ],
  [
    KeyRound,
    'Des clés à vous',
    'Des clés d’essai, sans crédit ni valeur, pour construire\u00A0; puis une clé par logiciel, avec ses droits et sa durée. Remplacez-la sans coupure, révoquez-la aussitôt.',
  ],
  [
    BookmarkCheck,
    'Un contrat vérifié',
    'Le document OpenAPI 3.1 vient du code qui contrôle vos requêtes\u00A0; nos essais envoient chacun de ses exemples.',
  ],
] as const;

/** « Développeurs », without the document of API v3, which its other pages print. */
export const DevelopersPage = withDevelopersMenu(() => (
  <>
    <header className={styles.hero}>
      <div className={styles.words}>
        <h1>L’état des risques, dans votre logiciel</h1>
        <p>
          Une API pour les agences, les notaires, les diagnostiqueurs et leurs éditeurs&nbsp;: votre logiciel donne un
          bien, il reçoit le PDF, ses faits et ses contours. Les crédits sont ceux de votre compte, sans abonnement.
        </p>
        <div className={styles.actions}>
          <ButtonLink to={`${paths.apiGuides}#premier-pdf`}>Le premier PDF en cinq minutes</ButtonLink>
          <ButtonLink to={paths.apiReference} variant="secondary">
            Lire la référence
          </ButtonLink>
        </div>
      </div>
    </header>
    <div className={`page ${styles.page}`}>
      <section aria-labelledby="essai">
        <h2 id="essai">Essayez, sans compte</h2>
        <p className={styles.note}>
          Chaque requête part vraiment, avec une clé d’essai du moment. Tout est simulé&nbsp;: les risques sont
          inventés, le document est un spécimen sans valeur légale, aucun crédit n’est débité.
        </p>
        <Trial />
      </section>
      <section aria-labelledby="qualites">
        <h2 id="qualites">Ce que l’API fait pour vous</h2>
        <ul className={styles.qualities}>
          {QUALITIES.map(([Icon, title, text]) => (
            <li key={title}>
              <Icon aria-hidden="true" />
              <h3>{title}</h3>
              <p>{typeset(text)}</p>
            </li>
          ))}
        </ul>
      </section>
      <Next />
    </div>
  </>
));

const NEXT = [
  [paths.apiGuides, 'Guides', 'Le premier PDF, l’idempotence, les webhooks, les imports, les assistants.'],
  [paths.apiReference, 'Référence', 'Chaque appel, ses champs et un exemple, en anglais.'],
  [
    paths.apiSandbox,
    'Bac à sable',
    'Des adresses et des parcelles qui forcent chaque réponse, chaque refus, chaque panne.',
  ],
  [paths.apiProblems, 'Erreurs', 'Chaque code, et quoi faire.'],
  [paths.apiKeys, 'Clés d’API', 'Dans votre compte\u00A0: créer, remplacer, révoquer.'],
  [paths.webhooks, 'Webhooks', 'Dans votre compte\u00A0: être prévenu de chaque état émis, renouvelé ou remis.'],
  [paths.batches, 'Imports', 'Dans votre compte\u00A0: jusqu’à 10 000 biens d’un fichier, sans programmer.'],
] as const;

function Next() {
  return (
    <section aria-labelledby="suite">
      <h2 id="suite">La suite</h2>
      <ul className={styles.next}>
        {NEXT.map(([to, title, text]) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <p>{typeset(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
