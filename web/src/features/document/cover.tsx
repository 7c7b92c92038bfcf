import type { CoverLine, PrintedStatement, ReadableDocument } from '@clairisque/contract/document.ts';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Badge } from '#ui/state.tsx';
import { HazardIcon } from '#ui/hazard-icon.tsx';
import styles from './cover.module.css';
import { MapFigure } from './map-figure.tsx';

const ICONS = { alert: CircleAlert, check: CircleCheck, unknown: CircleHelp };
type State = keyof typeof ICONS;

/** Page 1 of the PDF: the verdict, what it obliges to, what was checked and not retained. */
export function Cover({ readable: { document, pictures } }: { readable: ReadableDocument }) {
  const { cover, maps } = document;
  const [situation] = maps;
  return (
    <section className={styles.cover} aria-labelledby="verdict">
      <div className={styles.identity}>
        {situation && <MapFigure map={situation} picture={pictures[situation.file]} isBare />}
        <Identity cover={cover} />
      </div>
      <div className={styles.verdict} data-state={cover.verdict.state}>
        <h2 id="verdict" tabIndex={-1}>
          {cover.verdict.headline}
        </h2>
        {cover.verdict.subjects.length > 0 && (
          <ul>
            {cover.verdict.subjects.map((subject) => (
              <li key={subject}>{subject}</li>
            ))}
          </ul>
        )}
      </div>
      {cover.renewal && (
        <div className={styles.renewal}>
          <h3>{cover.renewal.title}</h3>
          <p>{cover.renewal.sentence}</p>
          <ul>
            {cover.renewal.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
      <Lines title="Ce qui concerne votre bien" lines={cover.concerned} state="alert" />
      <Lines title="Ce qui n’a pas pu être vérifié" lines={cover.notObtained} state="unknown" />
      <Lines title="Vérifié, non retenu" lines={cover.notConcerned} state="check" />
      <h3>Ce qu’il vous reste à faire</h3>
      <ol className={styles.next}>
        {cover.next.map(({ title, text, items }) => (
          <li key={title}>
            <strong>{title}</strong>
            <div>
              <p>{text}</p>
              {items.length > 0 && (
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
      <h3>Comment lire ce document</h3>
      <ul className={styles.lines}>
        {cover.legend.map(({ icon, title, text }) => (
          <li key={title} data-state={icon}>
            <StateIcon state={icon} />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{cover.legalBasis}</p>
    </section>
  );
}

function Identity({ cover }: { cover: PrintedStatement['cover'] }) {
  return (
    <dl className={styles.facts}>
      {[...cover.facts, ...cover.parties].map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>Cadastre</dt>
        {cover.parcels.map(({ label, area }) => (
          <dd key={label}>
            {label}, <span>{area}</span>
          </dd>
        ))}
        {cover.moreParcels && <dd>{cover.moreParcels}</dd>}
      </div>
      <div className={styles.whole}>
        <dt>{cover.verification.title}</dt>
        <dd>
          {cover.verification.text} <a href={cover.verification.link.href}>{cover.verification.link.text}</a>
        </dd>
      </div>
    </dl>
  );
}

function Lines({ title, lines, state }: { title: string; lines: CoverLine[]; state: State }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.lines} data-quiet={state !== 'alert'}>
        {lines.map((line) => (
          <li key={line.title} data-state={state}>
            <HazardIcon name={line.icon} />
            <div>
              {state === 'alert' && <p className={styles.law}>{line.title}</p>}
              <p className={styles.subject}>
                {line.subject}
                {line.tag && <Badge tone="late">{line.tag}</Badge>}
                {line.position && <Badge>{line.position}</Badge>}
              </p>
              <p>{line.sentence}</p>
              {line.duty && (
                <p className={styles.quiet}>
                  <strong>À faire.</strong> {line.duty}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function StateIcon({ state }: { state: State }) {
  const Icon = ICONS[state];
  return <Icon aria-hidden="true" />;
}
