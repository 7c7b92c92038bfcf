import type { AttestedCheck } from '@clairisque/contract/checks.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Replace } from 'lucide-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay, parisDay } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { verificationPath } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { compareAttestation, isVerdict, type FileVerdict } from './compare-file.ts';
import { FileCheck } from './file-check.tsx';
import { wordsOfFile, type Words } from './file-verdict.tsx';
import { LogAlarm, LogRows } from './log-proof.tsx';
import { Signature } from './technical-proof.tsx';
import { UNCHANGED } from './todays-check.tsx';
import { FileCard } from './verdict.tsx';
import styles from './verification-page.module.css';

type Attested = z.infer<typeof AttestedCheck>;

/** The attestation of a check that found no change (decision 0134), which may have been overtaken since. */
export function KnownAttestation({ attested }: { attested: Attested }) {
  const check = useMutation({ mutationFn: (file: File) => compareAttestation(file, attested) });
  const about = { reference: attested.reference, sha256: attested.sha256, since: parisDay(attested.fait_le) ?? '' };
  return (
    <>
      {check.data && isVerdict(check.data) ? (
        <FileCard words={wordsOf(check.data, attested)} name={check.variables.name}>
          <h3>L’attestation émise sous cette référence</h3>
          <Known attested={attested} />
        </FileCard>
      ) : (
        <Verdict attested={attested} />
      )}
      <LogAlarm about={about} />
      <FileCheck check={check} />
      <section aria-labelledby="preuve-technique" className={styles.proof}>
        <h2 id="preuve-technique">Preuve technique</h2>
        <dl>
          <dt>Empreinte SHA-256 de l’attestation</dt>
          <dd>
            <code>{attested.sha256}</code>
          </dd>
          <dt>Empreinte SHA-256 du document vérifié</dt>
          <dd>
            <code>{attested.document.sha256}</code>
          </dd>
          <Signature signed={{ ...attested, day: about.since }} label="Ligne signée" />
          <LogRows about={about} />
          <dt>Le PDF que nous avons émis</dt>
          <dd>
            <a href={`/api/v2/verification/attestation/${encodeURIComponent(attested.reference)}/pdf/`}>
              {attested.reference}
            </a>
          </dd>
        </dl>
      </section>
    </>
  );
}

function Verdict({ attested }: { attested: Attested }) {
  const { depasse: isOvertaken, phrase } = attested;
  const Icon = isOvertaken ? Replace : CircleCheck;
  return (
    <Card className={styles.verdict} data-state={isOvertaken ? 'remplace' : 'valide'}>
      <h2 className={styles.title}>
        <Icon aria-hidden="true" />
        {isOvertaken ? 'Attestation connue, dépassée depuis' : 'Attestation connue'}
      </h2>
      <p>{typeset(phrase)}</p>
      <p>{UNCHANGED}</p>
      <Known attested={attested} />
    </Card>
  );
}

function Known({ attested: { reference, fait_le, document } }: { attested: Attested }) {
  const verified = <Link to={verificationPath(document.reference)}>{document.reference}</Link>;
  return (
    <Facts
      inColumns
      rows={[
        ['Référence', reference],
        ['Vérification du', formatDay(fait_le)],
        ['Document vérifié', verified],
      ]}
    />
  );
}

function wordsOf(verdict: FileVerdict, { reference, depasse: isOvertaken, phrase }: Attested): Words {
  if (verdict.kind !== 'authentic') return wordsOfFile(verdict, reference, 'Une attestation');
  const text = typeset(`C’est, à l’octet près, l’attestation que nous avons émise. ${phrase}`);
  return isOvertaken
    ? { tone: 'warning', title: 'Fichier authentique, dépassé depuis', text }
    : { tone: 'success', title: 'Fichier authentique', text };
}
