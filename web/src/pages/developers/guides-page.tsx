import { DECLARED_NAMES, PLANNED_NAMES } from '@clairisque/contract/common/property-columns.ts';
import { API_CHANGES } from '@clairisque/contract/api-v3.changes.ts';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatLongDay } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { ClientsSection } from './clients-section.tsx';
import { CodeBlock, SITE } from './code-block.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { placeOf } from './reference-map.ts';
import batch from './snippets/batch.mjs?raw';
import firstPdfJs from './snippets/first-pdf.mjs?raw';
import firstPdfPy from './snippets/first-pdf.py?raw';
import firstPdfSh from './snippets/first-pdf.sh?raw';
import idempotency from './snippets/idempotency.mjs?raw';
import webhookJs from './snippets/webhook.mjs?raw';
import webhookPhp from './snippets/webhook.php?raw';
import webhookPy from './snippets/webhook.py?raw';
import webhookSh from './snippets/webhook.sh?raw';

const CONTENTS = [
  { id: 'premier-pdf', title: 'Le premier PDF en cinq minutes' },
  { id: 'erreurs', title: 'Les erreurs' },
  { id: 'idempotence', title: 'L’idempotence' },
  { id: 'webhooks', title: 'Vérifier un webhook' },
  { id: 'imports', title: 'Importer des biens' },
  { id: 'client', title: 'Clients TypeScript et Python' },
  { id: 'assistants', title: 'Brancher un assistant' },
  { id: 'changements', title: 'Ce qui change' },
];

/** « Guides de l’API ». Its snippets are files that a test runs (`snippets.test.ts`). */
export function GuidesPage() {
  return (
    <TextPage
      title="Guides de l’API"
      lead="Nos essais exécutent chaque programme de cette page."
      contents={{ title: 'Guides', entries: CONTENTS }}
    >
      <FirstPdf />
      <TextSection id="erreurs" title="Les erreurs">
        <p>
          Un refus est un <code>application/problem+json</code> (RFC 9457). <code>code</code> ne change jamais&nbsp;:
          c’est lui que votre logiciel compare. <code>detail</code> est une phrase en français que vous pouvez montrer.{' '}
          <code>errors</code> nomme chaque champ refusé, et <code>type</code> est l’adresse de l’explication.
        </p>
        <p>
          Quand l’adresse ou la parcelle n’est pas certaine, rien n’est émis&nbsp;: <code>candidates</code> donne les
          choix à proposer à votre utilisateur. <Link to={paths.apiProblems}>Tous les codes</Link>. Pour voir chacun
          devant votre logiciel&nbsp;: <Link to={paths.apiSandbox}>le bac à sable</Link>.
        </p>
      </TextSection>
      <TextSection id="idempotence" title="L’idempotence" isWide>
        <p>
          Une requête partie dont la réponse se perd a peut-être débité un crédit. Tirez au hasard une clé d’idempotence
          pour chaque état des risques, gardez-la, et renvoyez la même requête avec la même clé&nbsp;: pendant 24
          heures, vous recevez le même document, et un seul crédit est débité.
        </p>
        <p>
          Pendant que la première requête court, la seconde reçoit 409. La même clé avec un autre corps reçoit 422. Un
          refus n’est pas gardé&nbsp;: corrigez la cause, puis réessayez avec la même clé.
        </p>
        <CodeBlock label="idempotency.mjs" code={idempotency} />
      </TextSection>
      <Webhooks />
      <Batches />
      <ClientsSection />
      <Assistants />
      <Changes />
    </TextPage>
  );
}

function FirstPdf() {
  return (
    <TextSection id="premier-pdf" title="Le premier PDF en cinq minutes" isWide>
      <p>
        Pour voir avant de commencer&nbsp;: <Link to={`${paths.developers}#essai`}>essayez sans compte</Link>.
      </p>
      <ol>
        <li>
          <Link to={paths.signUp}>Créez un compte</Link>&nbsp;: c’est gratuit.
        </li>
        <li>
          Sur <Link to={paths.apiKeys}>Clés d’API</Link>, créez une clé d’essai avec les droits «&nbsp;Lire&nbsp;» et
          «&nbsp;Émettre&nbsp;». Elle s’affiche une seule fois. Ses documents sont des spécimens, et aucun crédit n’est
          débité.
        </li>
        <li>Donnez l’adresse du service et la clé au terminal, puis lancez l’un des trois programmes.</li>
      </ol>
      <CodeBlock label="Variables" code={`export CLAIRISQUE_URL=${SITE}\nexport CLAIRISQUE_KEY=crt_test_…`} />
      <CodeBlock label="first-pdf.sh" code={firstPdfSh} />
      <CodeBlock label="first-pdf.mjs" code={firstPdfJs} />
      <CodeBlock label="first-pdf.py" code={firstPdfPy} />
      <p>
        Ensuite, prenez <Link to={paths.prices}>des crédits</Link> et une clé réelle&nbsp;: le même programme émet des
        états des risques, un crédit chacun.
      </p>
      <p>
        L’adresse doit porter son numéro et sa commune. Si vous connaissez les parcelles, donnez-les&nbsp;: elles sont
        plus sûres qu’une adresse. Chaque champ est dans la <Link to={placeOf('createStatement')}>référence</Link>, en
        anglais.
      </p>
    </TextSection>
  );
}

function Webhooks() {
  return (
    <TextSection id="webhooks" title="Vérifier un webhook" isWide>
      <p>
        Donnez une adresse de réception sur la page <Link to={paths.webhooks}>Webhooks</Link>, ou par l’API, et
        choisissez les événements. L’adresse dort jusqu’à ce qu’elle accepte un essai&nbsp;: répondez-lui 2xx. Répondez
        2xx en moins de dix secondes&nbsp;; sinon la notification revient pendant trois jours, avec le même{' '}
        <code>webhook-id</code>. Pour mettre au point votre serveur, choisissez l’usage «&nbsp;Essai&nbsp;»&nbsp;: il ne
        reçoit que les événements de vos clés d’essai, qui portent <code>&quot;mode&quot;: &quot;test&quot;</code>.
      </p>
      <p>
        L’adresse commence par https://, sans port ni mot de passe, et mène à un serveur joignable depuis Internet. Pour
        recevoir sur votre propre machine, ouvrez un tunnel HTTPS vers elle et donnez l’adresse du tunnel.
      </p>
      <p>
        La notification suit la convention{' '}
        <a href="https://www.standardwebhooks.com" lang="en">
          Standard Webhooks
        </a>
        &nbsp;: l’en-tête <code>webhook-signature</code> porte le HMAC-SHA256 de{' '}
        <code>webhook-id.webhook-timestamp.corps</code>, avec le secret de votre adresse de réception. Vérifiez-le sur
        le corps tel que reçu, refusez un horodatage à plus de cinq minutes, et ne traitez qu’une fois chaque{' '}
        <code>webhook-id</code>. Pendant le remplacement d’un secret, l’en-tête porte plusieurs signatures&nbsp;: une
        seule doit convenir.
      </p>
      <CodeBlock label="webhook.mjs" code={webhookJs} />
      <CodeBlock label="webhook.py" code={webhookPy} />
      <CodeBlock label="webhook.php" code={webhookPhp} />
      <CodeBlock label="webhook.sh" code={webhookSh} />
    </TextSection>
  );
}

function Batches() {
  return (
    <TextSection id="imports" title="Importer des biens" isWide>
      <p>
        Envoyez jusqu’à 10&nbsp;000 biens dans un fichier CSV ou en JSON, avec une clé qui a le droit
        «&nbsp;Importer&nbsp;»&nbsp;; une clé d’essai convient, pour commencer. Chaque ligne est d’abord vérifiée, sans
        débit. Une adresse douteuse n’est jamais choisie à votre place&nbsp;: la ligne attend, avec ses{' '}
        <code>candidates</code>.
      </p>
      <p>
        Au départ, un crédit est réservé par ligne prête&nbsp;; il est rendu si la ligne échoue ou si vous annulez. Un
        import passe après les personnes qui préparent un document, mais il avance toujours&nbsp;: aucune ligne n’échoue
        pour avoir attendu. Avec <code>start=manual</code>, l’import s’arrête après la vérification. Sans programme, la
        page <Link to={paths.batches}>Importer un fichier</Link> fait la même chose.
      </p>
      <p>
        <code>row</code> nomme une ligne partout&nbsp;: dans un fichier, c’est son numéro de ligne, et les titres sont
        la ligne&nbsp;1&nbsp;; dans une requête JSON, c’est son rang dans <code>rows</code>, à partir de&nbsp;1. Seuls
        les <code>pointer</code> comptent à partir de&nbsp;0 (RFC&nbsp;6901)&nbsp;: <code>/rows/0</code> est la
        ligne&nbsp;1. Les lignes qui ne sont pas émises se téléchargent avec toutes leurs colonnes (
        <code>to_correct.csv</code>), se corrigent dans un tableur et se renvoient.
      </p>
      <p>
        Les déclarations du propriétaire ont leurs colonnes, avec les contrôles de <code>declarations</code>&nbsp;:
        <code>oui</code>, <code>non</code>, ou rien. Les travaux de plusieurs plans s’écrivent{' '}
        <code>25DDT20080012 = oui / non | 25DDT20080013 = non</code>, prescrits puis réalisés&nbsp;; les arrêtés,
        séparés par des espaces.
      </p>
      <p>
        Trois colonnes disent les jours de signature prévus&nbsp;; l’état est vérifié avant chacun&nbsp;:{' '}
        <code>12/03/2027</code>, <code>2027-03-12</code>, ou rien.
      </p>
      <CodeBlock label="properties.csv" code={PROPERTIES} />
      <p>Toutes les colonnes de déclarations et de dates prévues&nbsp;:</p>
      <ul>
        {Object.entries({ ...DECLARED_NAMES, ...PLANNED_NAMES }).map(([field, name]) => (
          <li key={field}>
            «&nbsp;{name}&nbsp;», ou <code>{field}</code>
          </li>
        ))}
      </ul>
      <CodeBlock label="batch.mjs" code={batch} />
    </TextSection>
  );
}

const PROPERTIES = `address,owner,recipient,disasters_indemnified,deed
4 Rue des Lilas 95190 Goussainville,Mme Durand,M. Martin,no,12/03/2027`;

function Assistants() {
  const command = `claude mcp add --transport http clairisque ${SITE}/mcp --header "Authorization: Bearer crt_live_…"`;
  return (
    <TextSection id="assistants" title="Brancher un assistant" isWide>
      <p>
        Un assistant qui parle le protocole MCP se branche avec l’adresse <code>{SITE}/mcp</code> et une clé d’API, dans
        l’en-tête <code>Authorization</code>. Par exemple, avec Claude Code&nbsp;:
      </p>
      <CodeBlock label="Commande" code={command} />
      <p>
        Il trouve une adresse et ses parcelles, évalue un bien sans débit et sans valeur légale, et relit vos états des
        risques. Pour émettre, il vous montre d’abord un devis&nbsp;; votre accord débite un crédit, une seule fois. Une
        clé sans le droit «&nbsp;Émettre&nbsp;» ne peut rien débiter.
      </p>
    </TextSection>
  );
}

function Changes() {
  return (
    <TextSection id="changements" title="Ce qui change">
      <p>
        Sans nouvelle version, nous ajoutons des appels, des champs, des valeurs à une liste et des codes
        d’erreur&nbsp;: votre logiciel doit ignorer ce qu’il ne connaît pas. Nous ne retirons rien, et rien ne change de
        nom ni de sens. Tout le reste attend une nouvelle version, à une autre adresse&nbsp;; l’ancienne continue.
      </p>
      <ul>
        {API_CHANGES.map(({ date, text, operations }) => (
          <li key={date}>
            <strong>
              <time dateTime={date}>{formatLongDay(date)}</time>
            </strong>
            &nbsp;: {text} Appels&nbsp;:{' '}
            {operations.map((name, rank) => (
              <Fragment key={name}>
                {rank > 0 && ', '}
                <Link to={placeOf(name)} translate="no">
                  {name}
                </Link>
              </Fragment>
            ))}
            .
          </li>
        ))}
      </ul>
    </TextSection>
  );
}
