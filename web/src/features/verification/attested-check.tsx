import type { AttestedCheck } from '@clairisque/contract/checks.ts';
import type { z } from 'zod';
import { CircleCheck, Replace } from 'lucide-react';
import { Link } from 'react-router';
import { formatDay } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { verificationPath } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import styles from './verification-page.module.css';

/** The attestation of a check that found no change (decision 0134), which may have been overtaken since. */
export function KnownAttestation({ attested }: { attested: z.infer<typeof AttestedCheck> }) {
  const { reference, document, depasse: isOvertaken } = attested;
  const Icon = isOvertaken ? Replace : CircleCheck;
  const verified = <Link to={verificationPath(document.reference)}>{document.reference}</Link>;
  return (
    <>
      <Card className={styles.verdict} data-state={isOvertaken ? 'remplace' : 'valide'}>
        <h2 className={styles.title}>
          <Icon aria-hidden="true" />
          {isOvertaken ? 'Attestation connue, dépassée depuis' : 'Attestation connue'}
        </h2>
        <p>{typeset(attested.phrase)}</p>
        <Facts
          inColumns
          rows={[
            ['Référence', reference],
            ['Vérification du', formatDay(attested.fait_le)],
            ['Document vérifié', verified],
          ]}
        />
      </Card>
      <section aria-labelledby="preuve-technique" className={styles.proof}>
        <h2 id="preuve-technique">Preuve technique</h2>
        <dl>
          <dt>Empreinte SHA-256 de l’attestation</dt>
          <dd>
            <code>{attested.sha256}</code>
          </dd>
          <dt>Empreinte SHA-256 du document vérifié</dt>
          <dd>
            <code>{document.sha256}</code>
          </dd>
          <dt>Ligne signée</dt>
          <dd>
            <code>{attested.attestation.ligne}</code>
          </dd>
          <dt>Signature Ed25519</dt>
          <dd>
            <code>{attested.attestation.signature}</code>
          </dd>
          <dd>
            <a href={attested.attestation.cle}>Clé publique</a>
          </dd>
          <dt>Le PDF que nous avons émis, à comparer au vôtre</dt>
          <dd>
            <a href={`/api/v2/verification/attestation/${encodeURIComponent(reference)}/pdf/`}>{reference}</a>
          </dd>
        </dl>
      </section>
    </>
  );
}
