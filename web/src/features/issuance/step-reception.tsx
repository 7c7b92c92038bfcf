import { useQuery } from '@tanstack/react-query';
import { BookOpen, CalendarCheck, CalendarClock, Download, FilePlus2, Megaphone, RefreshCw, Send } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { generatePath } from 'react-router';
import { AdvertMention } from '#ui/advert-mention.tsx';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { loadDraft, saveDraft } from '#features/drafts/draft-cookies.ts';
import { reduceDraft, type Draft } from '#features/drafts/draft.ts';
import { issueQuery } from './issue-query.ts';
import { LeftToDo, outcomeQuery, OfficialFiles } from './outcome.tsx';
import { Recap } from './recap.tsx';
import { StepHeading } from './progress-steps.tsx';
import styles from './step-reception.module.css';
import { useStatementDownload } from './use-statement-download.ts';
import { Verdict } from './verdict.tsx';

const HandoverDialog = lazy(async () => ({
  default: (await import('#features/handovers/handover-dialog.tsx')).HandoverDialog,
}));

const CompletionOffer = lazy(async () => ({
  default: (await import('#features/documents/document-pages.tsx')).CompletionOffer,
}));

type StepReceptionProps = {
  draft: Draft;
  onRestart: () => void;
  onFailure: (error: unknown) => void;
  isArrival: boolean;
};

/** Step 4: downloads the document automatically, and again on request. */
export function StepReception({ draft, onRestart, onFailure, isArrival }: StepReceptionProps) {
  const download = useStatementDownload(draft, onFailure);
  // The response of step 3, if this page has it: after a reload the dates are in « Mes États des Risques ».
  const { data: issued } = useQuery({ ...issueQuery(draft.erpId), enabled: false });
  const { data: outcome, isPending: isAwaited } = useQuery(outcomeQuery(draft.erpId));
  const [isHandingOver, setHandingOver] = useState(false);
  useDeparture(draft);

  return (
    <div className={`page ${styles.columns}`}>
      <div className={styles.main}>
        <StepHeading isArrival={isArrival}>Votre État des Risques est prêt</StepHeading>
        <div className={styles.actions}>
          <Button
            size="large"
            loading={download.isLoading}
            icon={<Download aria-hidden="true" />}
            onClick={() => void download.start()}
          >
            Télécharger le PDF
          </Button>
          <ButtonLink
            variant="secondary"
            size="large"
            icon={<BookOpen aria-hidden="true" />}
            to={generatePath(paths.document, { id: String(draft.erpId) })}
          >
            Lire à l’écran
          </ButtonLink>
          {outcome && (
            <Button
              variant="secondary"
              size="large"
              icon={<Send aria-hidden="true" />}
              onClick={() => setHandingOver(true)}
            >
              Remettre
            </Button>
          )}
          <output className={styles.notice}>
            {download.isNoticeShown && 'Téléchargement en cours, veuillez patienter...'}
          </output>
        </div>
        {outcome && <Verdict verdict={outcome.verdict} />}
        <Card>
          <Recap draft={draft} withParties />
        </Card>
        {outcome && (
          <Suspense>
            <CompletionOffer erpId={draft.erpId} />
          </Suspense>
        )}
        {outcome && <LeftToDo steps={outcome.a_faire} />}
        {outcome && <OfficialFiles erpId={draft.erpId} pieces={outcome.pieces} />}
        <NextActions isAwaited={isAwaited} onRestart={onRestart} />
      </div>
      <Validity erpId={draft.erpId} expiry={issued?.date_expiration} />
      {outcome && isHandingOver && (
        <Suspense>
          <HandoverDialog
            statement={{ ...JUST_ISSUED, id: draft.erpId, adresse: draft.adresse, reference: outcome.reference }}
            open
            onOpenChange={setHandingOver}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Below what comes late: they come with it, or it would move them. */
function NextActions({ isAwaited, onRestart }: { isAwaited: boolean; onRestart: () => void }) {
  if (isAwaited) return null;
  return (
    <div className={styles.actions}>
      <ButtonLink variant="secondary" to={spaceTab('mesERP-tabs-simple')}>
        Voir mes États des Risques
      </ButtonLink>
      <Button variant="secondary" icon={<FilePlus2 aria-hidden="true" />} onClick={onRestart}>
        Réaliser un nouvel État des Risques
      </Button>
    </div>
  );
}

const JUST_ISSUED = { statut_regeneration: 'Actif', peut_regenerer: false };

function Validity({ erpId, expiry }: { erpId: number; expiry: string | null | undefined }) {
  return (
    <Card className={styles.validity}>
      <h2>Et maintenant&nbsp;?</h2>
      <ul>
        <li>
          <CalendarCheck aria-hidden="true" />
          <p>
            <strong>Validité&nbsp;: 6&nbsp;mois.</strong> Votre document est valable 180&nbsp;jours à compter de son
            émission
            {expiry ? `, jusqu’au ${frenchDate(expiry)}` : ''}. Remettez-le dès la première visite du bien.
          </p>
        </li>
        <li>
          <CalendarClock aria-hidden="true" />
          <div>
            <p>
              <strong>Signature&nbsp;: exact ce jour-là.</strong> Dites quand elle est prévue&nbsp;: nous vérifions le
              document 15&nbsp;jours avant, 2&nbsp;jours avant et le matin même.
            </p>
            <ButtonLink variant="secondary" to={generatePath(paths.followUp, { id: String(erpId) })}>
              Indiquer les dates
            </ButtonLink>
          </div>
        </li>
        <li>
          <RefreshCw aria-hidden="true" />
          <p>
            <strong>Renouvellement&nbsp;: gratuit, une fois.</strong> Passé ce délai, vous avez 12&nbsp;mois pour le
            renouveler. Le nouveau document reprend les données du jour et vaut lui aussi 180&nbsp;jours.
          </p>
        </li>
        <li>
          <Megaphone aria-hidden="true" />
          <div>
            <p>
              <strong>Annonce&nbsp;: une phrase obligatoire.</strong> Pour vendre comme pour louer, sur tout support.
            </p>
            <AdvertMention />
          </div>
        </li>
      </ul>
    </Card>
  );
}

function frenchDate(iso: string): string {
  return iso.slice(0, 10).split('-').toReversed().join('/');
}

/** Leaving the reception by another screen resets the wizard to step 1; by the wizard's own link, `step-history.ts`. */
function useDeparture(draft: Draft): void {
  const isHere = useRef(false);
  const leave = useEffectEvent(() => {
    // After a new statement or a failure, the draft is another one.
    const isElsewhere = !isHere.current && window.location.pathname !== paths.statementReception;
    if (isElsewhere && loadDraft().step === 4) saveDraft(reduceDraft(draft, { type: 'reception left' }));
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => leave());
    };
  }, []);
}
