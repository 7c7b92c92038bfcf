import type { Verification } from '@clairisque/contract/verification.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { State } from '#ui/state.tsx';
import { checkSignature, type SignatureState, type Signed } from './check-signature.ts';
import { LogRows } from './log-proof.tsx';
import styles from './verification-page.module.css';

const STATES = {
  verified: { icon: CircleCheck, tone: 'good', words: 'Signature vérifiée dans votre navigateur' },
  wrong: { icon: CircleAlert, tone: 'bad', words: 'La signature ne correspond pas à ce document' },
  unavailable: { icon: Info, tone: 'quiet', words: 'Votre navigateur ne sait pas vérifier cette signature' },
} as const;

/** The day on which a document was printed: a completed edition is later than the facts that it repeats. */
const printedOn = ({ emis_le, complete }: Verification): string => complete?.complete_le ?? emis_le;

export const loggedAs = (document: Verification) => ({
  reference: document.reference,
  sha256: document.sha256,
  since: printedOn(document),
});

/** For users who want to check by themselves. */
export function TechnicalProof({ document }: { document: Verification }) {
  return (
    <section aria-labelledby="preuve-technique" className={styles.proof}>
      <h2 id="preuve-technique">Preuve technique</h2>
      <dl>
        <dt>Empreinte SHA-256 du PDF</dt>
        <dd>
          <code>{document.sha256}</code>
        </dd>
        {document.sha256_remise && (
          <>
            <dt>Empreinte SHA-256 de la version courte, sans annexes</dt>
            <dd>
              <code>{document.sha256_remise}</code>
            </dd>
          </>
        )}
        {document.attestation && (
          <Signature
            signed={{ ...document, attestation: document.attestation, day: printedOn(document) }}
            label="Ligne signée à l’émission"
          />
        )}
        <LogRows about={loggedAs(document)} />
      </dl>
    </section>
  );
}

/** Rows of « Preuve technique »: the signed line, and whether one of our keys signed it. */
export function Signature({ signed, label }: { signed: Signed; label: string }) {
  const { attestation } = signed;
  const check = useQuery({
    queryKey: ['signature', signed],
    queryFn: ({ signal }) => checkSignature(signed, signal),
    staleTime: Infinity,
  });
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{attestation.ligne}</code>
      </dd>
      <dt>Signature Ed25519</dt>
      <dd>
        <code>{attestation.signature}</code>
      </dd>
      <dd>
        <a href={attestation.cle}>Clé publique</a>
      </dd>
      <dd aria-live="polite" className={styles.signature}>
        {check.data && <SignatureWords state={check.data} />}
        {check.isPending && 'Vérification de la signature…'}
        {check.isError && 'La clé publique n’a pas pu être lue : la signature n’est pas vérifiée.'}
      </dd>
    </>
  );
}

function SignatureWords({ state }: { state: SignatureState }) {
  const { words, ...look } = STATES[state];
  return <State {...look}>{words}</State>;
}
