import { askCheckByReference, ATTESTATION_REFERENCE, verifyAttestation } from '@clairisque/contract/checks.ts';
import { isTest, verify, type Verification } from '@clairisque/contract/verification.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BookmarkCheck, CalendarClock, FileSearch } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { retryHint } from '#features/accounts/refusal.ts';
import { ApiFailure, call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { typeset } from '#lib/typeset.ts';
import { verificationPath } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import { KnownAttestation } from './attested-check.tsx';
import { FileCheck } from './file-check.tsx';
import { isVerdict, compareFile, readReference } from './compare-file.ts';
import { LogAlarm } from './log-proof.tsx';
import { ReferenceForm } from './reference-form.tsx';
import { ReceivedFile } from './received-file.tsx';
import { loggedAs, TechnicalProof } from './technical-proof.tsx';
import { TodaysCheck } from './todays-check.tsx';
import { ComparedVerdict, Verdict } from './verdict.tsx';
import styles from './verification-page.module.css';

/** Target of the QR code on every page of a statement. Names only the commune of the property, and no people. */
export function VerificationPage() {
  const { reference } = useParams();
  return (
    <div className={`page ${styles.page}`}>
      <h1>Vérifier un document</h1>
      {reference === undefined ? (
        <>
          <p className={styles.lead}>
            Tapez la référence imprimée sur l’état des risques que l’on vous a remis, ou donnez son PDF&nbsp;: nous vous
            disons si nous l’avons émis et s’il est toujours valable.
          </p>
          <ReferenceForm />
          <ReceivedFile />
          <Offered />
        </>
      ) : (
        <Document key={reference} asked={reference} />
      )}
    </div>
  );
}

function Document({ asked }: { asked: string }) {
  const reference = readReference(asked);
  if (reference === null) return <Unknown reference={asked} />;
  if (isTest(reference)) return <Test />;
  if (ATTESTATION_REFERENCE.test(reference)) return <Attestation reference={reference} />;
  return <Issued reference={reference} />;
}

const verificationKey = (reference: string) => ['verification', reference];

function Issued({ reference }: { reference: string }) {
  const query = useQuery({
    queryKey: verificationKey(reference),
    queryFn: ({ signal }) => call(verify, { params: { reference }, signal }),
  });
  return query.data ? <KnownDocument document={query.data} /> : <Unanswered reference={reference} query={query} />;
}

function Attestation({ reference }: { reference: string }) {
  const query = useQuery({
    queryKey: ['attestation', reference],
    queryFn: ({ signal }) => call(verifyAttestation, { params: { reference }, signal }),
  });
  return query.data ? <KnownAttestation attested={query.data} /> : <Unanswered reference={reference} query={query} />;
}

type UnansweredProps = {
  reference: string;
  query: { error: Error | null; isPending: boolean; isFetching: boolean; refetch: () => unknown };
};

function Unanswered({ reference, query }: UnansweredProps) {
  if (isUnknown(query.error)) return <Unknown reference={reference} />;
  if (query.isPending) {
    return (
      <div aria-busy="true">
        <LoadingNotice>Vérification de la référence en cours…</LoadingNotice>
        <Skeleton height="16rem" />
      </div>
    );
  }
  return (
    <Banner
      tone="error"
      role="alert"
      title="La vérification n’a pas abouti"
      action={
        <Button variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
          Réessayer
        </Button>
      }
    >
      {retryHint(query.error)}
    </Banner>
  );
}

function KnownDocument({ document }: { document: Verification }) {
  const { reference, etat } = document;
  const check = useMutation({ mutationFn: (file: File) => compareFile(file, document) });
  return (
    <>
      {check.data && isVerdict(check.data) ? (
        <ComparedVerdict document={document} name={check.variables.name} verdict={check.data} />
      ) : (
        <Verdict document={document} />
      )}
      {document.specimen && (
        <Banner tone="warning" title="SPÉCIMEN — données fictives, sans valeur légale">
          Ce document sert à essayer le service&nbsp;: il ne peut pas être remis à un acquéreur ni à un locataire.
        </Banner>
      )}
      <LogAlarm about={loggedAs(document)} />
      <TodaysCheck
        reference={reference}
        isCurrent={etat === 'valide'}
        ask={() => call(askCheckByReference, { params: { reference }, timeoutMs: READ_TIMEOUT_MS })}
        onReplaced={() => void queryClient.invalidateQueries({ queryKey: verificationKey(reference) })}
        renderReplacement={(newer) => <Link to={verificationPath(newer)}>{newer}</Link>}
      />
      <FileCheck check={check} />
      <Domain />
      <TechnicalProof document={document} />
      <section className={styles.other} aria-labelledby="autre-document">
        <h2 id="autre-document">Vérifier un autre document</h2>
        <ReferenceForm />
      </section>
    </>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 400);
}

/** Made with a test key of the API: never looked up. */
function Test() {
  return (
    <>
      <Banner tone="error" role="alert" title="Document d’essai, sans valeur">
        Les références qui commencent par TEST sont celles de documents fabriqués pour mettre au point un logiciel, avec
        des données fictives. Un tel document ne peut être remis ni à un acquéreur ni à un locataire.
      </Banner>
      <ReferenceForm />
    </>
  );
}

function Unknown({ reference }: { reference: string }) {
  return (
    <>
      <Banner tone="error" role="alert" title="Aucun document ne porte cette référence">
        {/* Text that a stranger put in the URL is not shown as if it were ours. */}
        Comparez-la, chiffre par chiffre, à celle du document. Si c’est bien celle qui est imprimée, ce document ne
        vient pas de Clairisque, ou le compte qui l’avait établi a été supprimé&nbsp;: ne vous y fiez pas sans
        explication de la personne qui vous l’a remis.
      </Banner>
      <ReferenceForm first={reference.slice(0, 40)} />
    </>
  );
}

const OFFERED = [
  [BookmarkCheck, 'Connu', 'Si nous avons émis un document sous cette référence, quand, et dans quelle commune.'],
  [CalendarClock, 'À jour', 'S’il est valable, expiré, ou remplacé par une version plus récente.'],
  [
    FileSearch,
    'Authentique',
    'Si votre PDF est l’original, à l’octet près. Il est comparé dans votre navigateur : rien n’est envoyé.',
  ],
] as const;

/** What a reference gives, before it is typed. */
function Offered() {
  return (
    <section className={styles.other} aria-labelledby="ce-qui-est-dit">
      <h2 id="ce-qui-est-dit">Ce que la vérification vous dit</h2>
      <ul className={styles.explained}>
        {OFFERED.map(([Icon, title, text]) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <div>
              <strong>{title}</strong>
              <p>{typeset(text)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.text}>
        Seule la commune du bien est montrée&nbsp;: ni son adresse, ni le nom des personnes.
      </p>
    </section>
  );
}

/** A forged document may also have a QR code, to a page that imitates this one. */
function Domain() {
  return (
    <section aria-labelledby="adresse-de-cette-page">
      <h2 id="adresse-de-cette-page">Vous avez lu un QR code&nbsp;?</h2>
      <p className={styles.text}>
        Un faux document pourrait mener à une imitation de cette page. Regardez la barre d’adresse de votre
        navigateur&nbsp;: elle doit afficher <strong>{window.location.host}</strong>, le site de Clairisque, et rien
        d’autre avant la première barre oblique. En cas de doute, tapez cette adresse vous-même, puis la référence.
      </p>
    </section>
  );
}
