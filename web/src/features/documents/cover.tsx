import type { CoverLine, PrintedStatement, ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import { Badge } from '#ui/state.tsx';
import { HazardIcon } from '#ui/hazard-icon.tsx';
import styles from './cover.module.css';
import { MapFigure } from './map-figure.tsx';

type State = PrintedStatement['cover']['legend'][number]['icon'];

/** Page 1 of the PDF: the verdict, its obligations, and what was checked and does not apply. */
export function Cover({ readable: { document, pictures } }: { readable: ReadableDocument }) {
  const { cover, maps } = document;
  const [situation] = maps;
  const concerned = cover.legend.find(({ icon }) => icon === 'alert')?.title ?? 'Ce qui concerne ce bien';
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
      <Lines title={concerned} lines={cover.concerned} state="alert" legend={cover.legend} />
      {cover.declarations && (
        <>
          <h3>{cover.declarations.title}</h3>
          <dl className={styles.facts}>
            {cover.declarations.lines.map(({ label, text }) => (
              <div key={text} className={styles.whole}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Lines title="Ce qui n’a pas pu être vérifié" lines={cover.notObtained} state="unknown" legend={cover.legend} />
      <Lines title="Vérifié, non retenu" lines={cover.notConcerned} state="check" legend={cover.legend} />
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

type LinesProps = { title: string; lines: CoverLine[]; state: State; legend: PrintedStatement['cover']['legend'] };

function Lines({ title, lines, state, legend }: LinesProps) {
  if (lines.length === 0) return null;
  const meaning = legend.find(({ icon }) => icon === state);
  return (
    <>
      <h3>{title}</h3>
      {meaning && <p className={styles.quiet}>{meaning.text}</p>}
      <ul className={styles.lines} data-quiet={state !== 'alert'}>
        {lines.map((line) => (
          <li key={line.title} data-state={state}>
            <HazardIcon name={line.icon} />
            <Line line={line} isConcerned={state === 'alert'} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ line, isConcerned }: { line: CoverLine; isConcerned: boolean }) {
  return (
    <div>
      {isConcerned && <p className={styles.law}>{line.title}</p>}
      <p className={styles.subject}>
        {line.subject}
        {line.tag && <Badge tone="late">{line.tag}</Badge>}
        {line.position && <Badge>{line.position}</Badge>}
      </p>
      {line.plans.map(({ name, facts }, rank) => (
        <p key={rank}>
          <strong>{name}</strong> · {facts.join(' · ')}
        </p>
      ))}
      {line.sentence !== '' && <p>{line.sentence}</p>}
      {line.duty && (
        <p className={styles.quiet}>
          <strong>À faire.</strong> {line.duty}
        </p>
      )}
    </div>
  );
}

/** « Ce que cela change pour vous »: works, insurance, building, letting, each with its legal reference. */
export function Consequences({ consequences }: { consequences: PrintedStatement['consequences'] }) {
  if (consequences === null) return null;
  return (
    <section className={styles.cover} aria-labelledby="consequences">
      <h2 id="consequences">{consequences.title}</h2>
      <p className={styles.quiet}>{consequences.intro}</p>
      {consequences.topics.map(({ title, lines }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl className={styles.changes}>
            {lines.map(({ text, source }) => (
              <div key={text}>
                <dt>{text}</dt>
                <dd>{source}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
